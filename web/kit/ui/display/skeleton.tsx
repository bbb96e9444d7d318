import styles from './skeleton.module.css';

/** Placeholder of loading content, in px. Hidden from screen readers, because the region has `aria-busy`. */
export function SkeletonBlock({ width = 96, height = 10 }: { width?: number | string; height?: number }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

/** Placeholder of loading lines of text, with their final height. */
export function Skeleton({ lines = 3, label = 'Cargando' }: { lines?: number; label?: string | undefined }) {
  return (
    <div className={styles.lines} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are equal and never change their order
        <SkeletonBlock key={line} width={`${[92, 64, 78, 50][line % 4]}%`} />
      ))}
    </div>
  );
}
