import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';
import styles from './menu-entries.module.css';

export interface MenuEntry {
  to: string;
  label: string;
  icon: ReactNode;
  /** Shown on hover: "g o". */
  shortcut?: string;
}

interface MenuEntriesProps {
  groups: readonly (readonly MenuEntry[])[];
  /** Entries at the bottom: logout. */
  last: readonly MenuEntry[];
  folded?: boolean;
  onGo?: () => void;
  children?: ReactNode;
}

/** The pages of the portal in groups, with the current page marked. */
export function MenuEntries({ groups, last, folded, onGo, children }: MenuEntriesProps) {
  const { pathname } = useLocation();
  /** Returns whether the path or a path below it is open. */
  const isCurrent = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  const entry = ({ to, label, icon, shortcut }: MenuEntry) => (
    <li key={to}>
      <Link
        to={to}
        className={styles.entry}
        aria-current={isCurrent(to) ? 'page' : undefined}
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
  return (
    <nav className={classNames(styles.menu, folded && styles.folded)} aria-label="Menú">
      {groups.map((group) => (
        <ul key={group[0]?.to}>{group.map(entry)}</ul>
      ))}
      <div className={styles.fill} />
      {children}
      <ul>{last.map(entry)}</ul>
    </nav>
  );
}
