import { usePageTitle } from '#web/lib/page-title.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import styles from './not-available.module.css';

/** A screen of the route table that isn't built yet. */
export default function NotAvailable({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <>
      <PageHead title={title} />
      <p className={styles.text}>Todavía no disponible</p>
    </>
  );
}
