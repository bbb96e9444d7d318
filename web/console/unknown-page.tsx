import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** An address below `/consola` without a page. */
export function UnknownPage() {
  return (
    <>
      <PageHeader title="La página no existe" />
      <EmptyState title="Acá no hay nada" text="Revisá la dirección, o elegí una página arriba." />
    </>
  );
}
