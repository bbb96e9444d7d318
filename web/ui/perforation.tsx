import styles from './perforation.module.css';

/** The perforation where a remito is torn: login stub, money in a summary or dialog. Nowhere else. */
export function Perforation() {
  return <div className={styles.perforation} aria-hidden="true" />;
}
