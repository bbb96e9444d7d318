import { DetailLayout } from '#web/ui/layouts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The detail on its way: its boxes, where they will be. */
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
