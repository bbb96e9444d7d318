import { LoaderCircle } from './icons.ts';
import styles from './spinner.module.css';

/** A small turning ring. `label` makes it speak for itself (a page that waits); without, its button speaks. */
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

/** The thin line on top of what is being fetched again. Decorative: `aria-busy` on the region says it. */
export function ProgressLine() {
  return <div className={styles.line} aria-hidden="true" />;
}
