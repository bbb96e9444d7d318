import * as Radix from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Link } from '#web/kit/ui/link.tsx';
import styles from './popover.module.css';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  children: ReactNode;
  /** Muted line at the top: the user, or the object of the menu. */
  heading?: ReactNode;
  align?: 'start' | 'end';
}

/** A dropdown menu: arrows and letters move, Enter picks, Esc closes. */
export function Menu({ trigger, children, heading, align = 'end' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classNames(styles.popover, styles.menu)}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          loop
          // The heading of a page that an entry opened keeps the focus.
          onCloseAutoFocus={(event) => {
            if (document.activeElement?.matches('main h1')) event.preventDefault();
          }}
        >
          {heading ? <Radix.Label className={styles.heading}>{heading}</Radix.Label> : null}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  /** Why the entry is disabled; it stays focusable and shows the reason. */
  disabledReason?: string | null | false;
}

/** A menu entry that runs an action. */
export function MenuItem({ icon, children, onSelect, danger, disabledReason }: MenuItemProps) {
  return (
    <Radix.Item
      className={classNames(styles.item, danger && styles.danger)}
      aria-disabled={disabledReason ? true : undefined}
      onSelect={(event) => {
        if (disabledReason) event.preventDefault();
        else onSelect();
      }}
    >
      {icon}
      <span>
        {children}
        {disabledReason ? <small>{disabledReason}</small> : null}
      </span>
    </Radix.Item>
  );
}

/** A menu entry that links to a page of the portal, or with `href` to another site, by default in a new tab. */
export function MenuLink({
  to,
  href,
  sameTab,
  icon,
  children,
}: {
  to?: string;
  href?: string;
  sameTab?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Radix.Item asChild className={styles.item}>
      {href ? (
        <a href={href} target={sameTab ? undefined : '_blank'} rel="noreferrer">
          {icon}
          <span>{children}</span>
        </a>
      ) : (
        <Link to={to ?? '.'}>
          {icon}
          <span>{children}</span>
        </Link>
      )}
    </Radix.Item>
  );
}

/** A line between groups of entries. */
export function MenuRule() {
  return <Radix.Separator className={styles.rule} />;
}
