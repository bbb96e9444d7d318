import { LoaderCircle } from './icons.ts';
import styles from './spinner.module.css';

/** A spinner. `label` is shown and announced; without it, the surrounding button must have a name. */
export function Spinner({ small, label }: { small?: boolean; label?: string }) {
  const ring = <LoaderCircle className={small ? `${styles.spin} icon-14` : styles.spin} />;
  if (!label) return ring;
  return (
    <span role="status" className={styles.block}>
      {ring}
      <span>{label}</span>
    </span>
  );
}

/** Thin progress line above refreshing content. Decorative, because the region has `aria-busy`. */
export function ProgressLine() {
  return <div className={styles.line} aria-hidden="true" />;
}
