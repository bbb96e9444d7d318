import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { useBlockedReason } from './display/blocked-reason.tsx';
import { Spinner } from './display/spinner.tsx';
import { Link } from './link.tsx';

export type ButtonVariant = 'primary' | 'brand' | 'secondary' | 'quiet' | 'danger' | 'danger-fill';

interface ButtonLook {
  /** At most one `primary` per screen; `brand` searches; `danger-fill` confirms irreversible actions. */
  variant?: ButtonVariant;
  size?: 'sm';
  icon?: ReactNode;
  /** Shortcut of the button, shown next to the label. */
  kbd?: string;
  /** True for the full width of the column. */
  wide?: boolean;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-busy' | 'aria-disabled'>, ButtonLook {
  /** True while the action runs: shows a spinner, keeps label and width, and ignores clicks. */
  busy?: boolean;
  /** Why the button is disabled. The button stays focusable and shows the reason; prefer this to `disabled`. */
  disabledReason?: string | null | false;
}

function look({ variant = 'secondary', size, wide }: ButtonLook, className?: string, extra?: string | false) {
  return classNames(styles.btn, styles[variant], size && styles.sm, wide && styles.wide, extra, className);
}

/** A button, by default with `type="button"`. */
export function Button({
  variant,
  size,
  icon,
  kbd,
  wide,
  busy = false,
  disabledReason,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reason = useBlockedReason(disabledReason);
  const blocked = busy || Boolean(disabledReason);
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
    if (disabledReason) reason.show(event.currentTarget);
  };
  const lead = busy ? <Spinner small={!icon} /> : icon;
  return (
    <>
      <button
        {...rest}
        type={type}
        className={look({ variant, size, wide }, className, busy && !icon && styles.spinning)}
        onClick={handleClick}
        aria-busy={busy || undefined}
        aria-disabled={blocked || undefined}
        aria-describedby={classNames(rest['aria-describedby'], reason.id) || undefined}
        title={disabledReason ? undefined : rest.title}
        onPointerEnter={(event) => {
          rest.onPointerEnter?.(event);
          reason.show(event.currentTarget);
        }}
        onPointerLeave={(event) => {
          rest.onPointerLeave?.(event);
          reason.hide();
        }}
        onFocus={(event) => {
          rest.onFocus?.(event);
          reason.show(event.currentTarget);
        }}
        onBlur={(event) => {
          rest.onBlur?.(event);
          reason.hide();
        }}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event);
          if (event.key === 'Escape') reason.hide();
        }}
      >
        {lead ? <span className={styles.lead}>{lead}</span> : null}
        {children}
        {kbd ? (
          <span className={styles.kbd} aria-hidden="true">
            {kbd}
          </span>
        ) : null}
      </button>
      {reason.tip}
    </>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'kbd' | 'wide'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
}

/** A square button with only an icon, by default `quiet`. */
export function IconButton({ label, icon, className, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button
      title={label}
      {...rest}
      variant={variant}
      icon={icon}
      aria-label={label}
      className={classNames(styles.icon, className)}
    />
  );
}

/** A link within the portal that looks like a button. With a `disabledReason` it is a disabled button that shows the reason. */
export function LinkButton({
  variant,
  size,
  icon,
  kbd,
  wide,
  className,
  children,
  disabledReason,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook & Pick<ButtonProps, 'disabledReason'>) {
  if (disabledReason) {
    return (
      <Button
        variant={variant}
        size={size}
        icon={icon}
        kbd={kbd}
        wide={wide}
        className={className}
        disabledReason={disabledReason}
      >
        {children}
      </Button>
    );
  }
  return (
    <Link {...rest} className={look({ variant, size, wide }, className)}>
      {icon ? <span className={styles.lead}>{icon}</span> : null}
      {children}
      {kbd ? (
        <span className={styles.kbd} aria-hidden="true">
          {kbd}
        </span>
      ) : null}
    </Link>
  );
}

/** A link to outside of the portal (tracking, a file) that looks like a button. */
export function AnchorButton({
  variant,
  size,
  icon,
  wide,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return (
    <a {...rest} className={look({ variant, size, wide }, className)}>
      {icon ? <span className={styles.lead}>{icon}</span> : null}
      {children}
    </a>
  );
}

/** A square link to outside of the portal with only an icon, `quiet`. */
export function IconAnchor({
  label,
  icon,
  ...rest
}: ComponentProps<'a'> & Pick<IconButtonProps, 'label' | 'icon' | 'size'>) {
  return (
    <AnchorButton title={label} {...rest} variant="quiet" icon={icon} aria-label={label} className={styles.icon} />
  );
}

/** A square link within the portal with only an icon, `quiet`. */
export function IconLink({
  label,
  icon,
  ...rest
}: Omit<ComponentProps<typeof LinkButton>, 'children'> & Pick<IconButtonProps, 'label' | 'icon'>) {
  return (
    <LinkButton title={label} {...rest} variant="quiet" icon={icon} aria-label={label} className={styles.icon}>
      {null}
    </LinkButton>
  );
}
