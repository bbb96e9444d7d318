import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';

/** An address below `/consola` without a page. */
export function UnknownPage() {
  return (
    <>
      <PageHeader title="La página no existe" />
      <EmptyState title="Acá no hay nada" text="Revisá la dirección, o elegí una página arriba." />
    </>
  );
}
