import { percentage } from '#shared/kit/text/format.ts';
import styles from './csv-file.module.css';

/** Progress bar with a label; `share` is 0 to 1. */
export function Progress({ label, share }: { label: string; share: number }) {
  return (
    <div className={styles.step}>
      <p role="status">{label}</p>
      <progress aria-label={label} aria-valuetext={percentage(Math.round(share * 100))} max={1} value={share} />
    </div>
  );
}
