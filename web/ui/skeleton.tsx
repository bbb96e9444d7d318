import styles from './skeleton.module.css';

/** The place of something on its way, in px. Hidden from those who listen: `aria-busy` on the region speaks. */
export function SkeletonBlock({ width = 96, height = 10 }: { width?: number | string; height?: number }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

/** Placeholder for lines of text that are loading, in their final height. */
export function Skeleton({ lines = 3, label = 'Cargando' }: { lines?: number; label?: string }) {
  return (
    <div className={styles.lines} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The lines are alike and never change places.
        <SkeletonBlock key={line} width={`${[92, 64, 78, 50][line % 4]}%`} />
      ))}
    </div>
  );
}
