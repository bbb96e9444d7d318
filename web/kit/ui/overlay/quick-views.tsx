import styles from '#web/kit/ui/layout/tabs.module.css';
import { useShownTab } from '#web/kit/ui/layout/use-shown-tab.ts';
import { Link } from '#web/kit/ui/link.tsx';

interface View {
  to: string;
  label: string;
  /** Number of rows; a text for a lower bound. */
  count?: number | string | null;
  current: boolean;
}

/** Predefined filters of a list as links, each with its number of rows. */
export function QuickViews({ label, views }: { label: string; views: readonly View[] }) {
  const row = useShownTab<HTMLElement>(views.find(({ current }) => current)?.label);
  return (
    <nav ref={row} aria-label={label} className={styles.list}>
      {views.map((view) => (
        <Link key={view.label} to={view.to} className={styles.tab} aria-current={view.current ? 'true' : undefined}>
          {view.label}
          {view.count === undefined || view.count === null ? null : <span className={styles.count}>{view.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
