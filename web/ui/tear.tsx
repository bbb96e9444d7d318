import styles from './tear.module.css';

/** The perforation where a remito is torn: login stub, money in a summary or dialog. Nowhere else. */
export function Tear() {
  return <div className={styles.tear} aria-hidden="true" />;
}
