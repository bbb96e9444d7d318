import { usePageTitle } from '#web/lib/page-title.ts';
import styles from './not-available.module.css';

/** A screen of the route table that isn't built yet. */
export default function NotAvailable({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>Todavía no disponible</p>
    </div>
  );
}
