import styles from './perforation.module.css';

/** The perforation of a remito: only for the login's stub and for amounts in a summary or dialog. */
export function Perforation() {
  return <div className={styles.perforation} aria-hidden="true" />;
}
