import type { ReactNode } from 'react';
import styles from './shipment-detail.module.css';

/** Panels side by side, as many as fit. */
export function PanelGrid({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>;
}
