import styles from './bone.module.css';

/** The place of a text that is still coming: width in any CSS length, height in px (10). Put `aria-busy` on what it stands in. */
export function Bone({ width = '100%', height = 10 }: { width?: string; height?: number }) {
  return <span className={styles.bone} style={{ width, height }} aria-hidden="true" />;
}
