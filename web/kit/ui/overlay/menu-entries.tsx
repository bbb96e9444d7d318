import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Link } from '#web/kit/ui/link.tsx';
import styles from './menu-entries.module.css';

export interface MenuEntry {
  to: string;
  label: string;
  icon: ReactNode;
  /** Shown on hover: "g o". */
  shortcut?: string;
  /** Path of the pages below the entry, if it differs from the entry's own: the entry is marked there, too. */
  below?: string;
}

/** An entry that acts instead of opening a page. */
export interface MenuAction {
  label: string;
  icon: ReactNode;
  run: () => void;
}

interface MenuEntriesProps {
  groups: readonly (readonly MenuEntry[])[];
  /** Entries at the bottom: logout. */
  last: readonly (MenuEntry | MenuAction)[];
  folded?: boolean;
  onGo?: () => void;
  children?: ReactNode;
}

/** The pages of the portal in groups, with the current page marked. */
export function MenuEntries({ groups, last, folded, onGo, children }: MenuEntriesProps) {
  const { pathname } = useLocation();
  /** Returns whether the path or one below it is open. */
  const isCurrent = ({ to, below = to }: MenuEntry) =>
    pathname.replace(/\/$/, '') === to || pathname.startsWith(`${below}/`);
  const entry = (one: MenuEntry) => {
    const { to, label, icon, shortcut } = one;
    return (
      <li key={to}>
        <Link
          to={to}
          className={styles.entry}
          aria-current={isCurrent(one) ? 'page' : undefined}
          title={folded ? label : undefined}
          onClick={onGo}
        >
          {icon}
          <span className={folded ? 'visually-hidden' : undefined}>{label}</span>
          {shortcut && !folded ? (
            <span className={styles.kbd} aria-hidden="true">
              {shortcut}
            </span>
          ) : null}
        </Link>
      </li>
    );
  };
  const action = ({ label, icon, run }: MenuAction) => (
    <li key={label}>
      <button
        type="button"
        className={styles.entry}
        title={folded ? label : undefined}
        onClick={() => {
          run();
          onGo?.();
        }}
      >
        {icon}
        <span className={folded ? 'visually-hidden' : undefined}>{label}</span>
      </button>
    </li>
  );
  return (
    <nav className={classNames(styles.menu, folded && styles.folded)} aria-label="Menú">
      {groups.map((group) => (
        <ul key={group[0]?.to}>{group.map(entry)}</ul>
      ))}
      <div className={styles.fill} />
      {children}
      <ul>{last.map((one) => ('run' in one ? action(one) : entry(one)))}</ul>
    </nav>
  );
}
