import { DetailLayout } from '#web/ui/layouts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Placeholder of the order detail while it loads, with the final layout. */
export function OrderDetailSkeleton() {
  return (
    <DetailLayout
      side={
        <>
          <Panel title="Destinatario">
            <Skeleton lines={10} label="Cargando el destinatario" />
          </Panel>
          <Panel title="Dirección de colecta">
            <Skeleton lines={5} label="Cargando la dirección" />
          </Panel>
        </>
      }
    >
      <Panel title="Envíos">
        <Skeleton lines={12} label="Cargando los envíos" />
      </Panel>
    </DetailLayout>
  );
}
