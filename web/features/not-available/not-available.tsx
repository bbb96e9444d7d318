import { PageHead } from '#web/ui/page-head.tsx';
import { EmptyState } from '#web/ui/void.tsx';

/** A screen of the route table that isn't built yet. */
export default function NotAvailable({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <EmptyState title="Todavía no disponible" />
    </>
  );
}
