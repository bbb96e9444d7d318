import { useParams } from 'react-router';
import { formatDate } from '#shared/kit/text/format.ts';
import { readShipment, type ShipmentDetail as Shipment } from '#shared/orders/shipments.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { FormFooter } from '#web/kit/ui/layout/layouts.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { Tabs } from '#web/kit/ui/layout/tabs.tsx';
import { DueNote } from '#web/orders/order/due-note.tsx';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import { usePrint } from '#web/orders/print/use-print.ts';
import { useSenderActions } from '#web/orders/sender-actions/use-sender-actions.tsx';
import { paths } from '#web/paths.ts';
import { BuyerTab } from './buyer-tab.tsx';
import { DetailsTab } from './details-tab.tsx';
import { SellerTab } from './seller-tab.tsx';
import { PrintLabelButton, ShipmentLinks } from './shipment-buttons.tsx';
import styles from './shipment-detail.module.css';
import { ShipmentIncident } from './shipment-incident.tsx';
import { ShipmentSummary } from './shipment-summary.tsx';

const BACK = { to: paths.shipments };

/** Compares labels without regard to case, since users may type them. */
const isSameLabel = (a: string, b: string) => a.toUpperCase() === b.toUpperCase();

/** The shipment detail (D2 §2). Id and label in the URL must belong to the same shipment. */
export default function ShipmentDetail() {
  const { id = '', shippingID = '' } = useParams();
  const answer = useApiQuery(readShipment, { params: { id } });
  const shipment = answer.data?.results;
  if (shipment && isSameLabel(shipment.shipment_id, shippingID))
    return <ShipmentDetailView key={shipment.id} shipment={shipment} />;

  const notFound = shipment !== undefined || answer.error?.status === 404;
  return (
    <>
      <PageHeader title={`Envío #${shippingID}`} back={BACK} />
      {notFound ? (
        <EmptyState
          title="No encontramos este envío"
          text="Revisá el enlace o buscalo en la lista por su etiqueta"
          action={<LinkButton to={paths.shipments}>Ver los envíos</LinkButton>}
        />
      ) : answer.isPending ? (
        <ShipmentDetailSkeleton />
      ) : (
        <ErrorState onRetry={() => void answer.refetch()} />
      )}
    </>
  );
}

function ShipmentDetailView({ shipment }: { shipment: Shipment }) {
  const phone = useMediaQuery(PHONE);
  const printer = usePrint();
  const { ask, dialog } = useSenderActions();
  const print = shipment.printable && <PrintLabelButton shipment={shipment} printer={printer} />;
  return (
    <>
      <PageHeader
        title={`Envío #${shipment.shipment_id}`}
        back={BACK}
        subtitle={<DeliveryDay shipment={shipment} />}
        actions={
          <>
            <ShipmentLinks shipment={shipment} />
            {!phone && print}
          </>
        }
      />
      {printer.notice && (
        <div className={styles.notes}>
          <PrintNotice printer={printer} />
        </div>
      )}
      <div className={styles.body}>
        <ShipmentSummary shipment={shipment} />
        <ShipmentIncident shipment={shipment} ask={ask} />
        <Tabs
          label="Datos del envío"
          tabs={[
            { id: 'comprador', label: 'Comprador', content: <BuyerTab shipment={shipment} /> },
            { id: 'detalles', label: 'Detalles', content: <DetailsTab shipment={shipment} /> },
            { id: 'vendedor', label: 'Vendedor', content: <SellerTab shipment={shipment} /> },
          ]}
        />
      </div>
      {phone && print && <FormFooter>{print}</FormFooter>}
      {dialog}
    </>
  );
}

/** Delivery date, or the estimated date before the delivery. */
function DeliveryDay({ shipment: { delivery_date, estimated_delivery_date, due } }: { shipment: Shipment }) {
  if (delivery_date) return <span className="tabular-nums">Entregado el {formatDate(delivery_date)}</span>;
  return (
    estimated_delivery_date && (
      <>
        <span className="tabular-nums">Entrega estimada {formatDate(estimated_delivery_date)}</span>
        <DueNote due={due} />
      </>
    )
  );
}

/** Placeholder of the shipment detail while it loads. */
function ShipmentDetailSkeleton() {
  return (
    <div className={styles.body}>
      <Skeleton lines={2} label="Cargando el envío" />
      <Panel title="Comprador">
        <Skeleton lines={10} label="Cargando el comprador" />
      </Panel>
    </div>
  );
}
