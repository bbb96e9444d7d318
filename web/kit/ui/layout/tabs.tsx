import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';
import { useShownTab } from './use-shown-tab.ts';

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
  const row = useShownTab<HTMLDivElement>(value);
  return (
    <Radix.Root value={value} defaultValue={tabs[0]?.id} onValueChange={onChange}>
      <Radix.List ref={row} className={`${styles.list} ${styles.inset}`} aria-label={label}>
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
