import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './tabs.module.css';

interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** Id of the open tab; by default the first one. */
  value?: string;
  onChange?: (id: string) => void;
}

/** Tabs of one screen. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Radix.Root value={value} defaultValue={tabs[0]?.id} onValueChange={onChange}>
      <Radix.List className={`${styles.list} ${styles.inset}`} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={styles.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className={styles.content}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

interface View {
  to: string;
  label: string;
  count?: number | null;
  current: boolean;
}

/** Predefined filters of a list as links, each with its number of rows. */
export function QuickViews({ label, views }: { label: string; views: readonly View[] }) {
  return (
    <nav aria-label={label} className={styles.list}>
      {views.map((view) => (
        <Link key={view.label} to={view.to} className={styles.tab} aria-current={view.current ? 'true' : undefined}>
          {view.label}
          {view.count === undefined || view.count === null ? null : <span className={styles.count}>{view.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
