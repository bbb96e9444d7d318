import { useDeferredValue, useState } from 'react';
import { useParams } from 'react-router';
import type { OrderDetail as Order } from '#shared/orders/orders.ts';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { DetailLayout, FormFooter } from '#web/kit/ui/layout/layouts.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { usePaymentActions } from '#web/money/use-payment-actions.tsx';
import { useOrder } from '#web/orders/order/use-order.ts';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import { type Printer, usePrint } from '#web/orders/print/use-print.ts';
import { useSenderActions } from '#web/orders/sender-actions/use-sender-actions.tsx';
import { paths } from '#web/paths.ts';
import { OrderActions } from './detail-actions.tsx';
import { type NextStep, nextStep } from './next-step.ts';
import styles from './order-detail.module.css';
import { OrderHeader } from './order-header.tsx';
import { stateOfOrder } from './order-view.ts';
import { ShipmentCard } from './shipment-card.tsx';
import { SidePanels } from './side-panels.tsx';
import { describeStateChanges, type States } from './state-changes.ts';
import { type OrderHistory, useOrderHistory } from './use-order-history.ts';

const BACK = { to: paths.orders };

/** Placeholder of the order detail while it loads, with the final layout. */
function OrderDetailSkeleton() {
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

/** The order detail (D1 §2). The URL contains the tracking id or the numeric id. */
export default function OrderDetail() {
  const { id = '' } = useParams();
  const { order: loaded, pending, retry } = useOrder(id);
  // A deferred render keeps the page responsive.
  const order = useDeferredValue(loaded);
  const history = useOrderHistory(order);
  const printer = usePrint();

  if (order) return <OrderDetailView key={order.tracking_id} order={order} history={history} printer={printer} />;
  return (
    <>
      <PageHeader title="Orden" back={BACK} />
      {pending || loaded ? (
        <OrderDetailSkeleton />
      ) : (
        <ErrorState
          title="No se pudo obtener la información de la orden"
          text="Por favor, intente nuevamente más tarde o comuníquese con soporte"
          onRetry={retry}
        />
      )}
    </>
  );
}

interface OrderDetailViewProps {
  order: Order;
  history: OrderHistory;
  printer: Printer;
}

/** Announces changes of state to screen readers. The initial states are not announced. */
function StateAnnouncer({ order, shipments }: States) {
  const [shown, setShown] = useState<States>({ order, shipments });
  const [announcement, setAnnouncement] = useState('');
  const change = describeStateChanges(shown, { order, shipments });
  if (change !== '') {
    setShown({ order, shipments });
    setAnnouncement(change);
  }
  return (
    <p role="status" className="visually-hidden">
      {announcement}
    </p>
  );
}

function OrderDetailView({ order, history, printer }: OrderDetailViewProps) {
  const phone = useMediaQuery(PHONE);
  const { ask, dialog } = useSenderActions();
  const payments = usePaymentActions();
  const shipments = order.shippings ?? [];
  const step = nextStep({
    stateName: order.order_state?.name ?? '',
    payable: order.payable,
    canGenerateMerchantOrder: order.can_generate_merchant_order,
    printable: order.printable,
    printed: order.printed_by_client,
    labelOutdated: order.label_outdated === true,
    canRequestEdit: order.can_request_edit,
    shipments: shipments.map(({ shipment_id, state }) => ({
      label: shipment_id,
      state,
      reason: history.of(shipment_id)?.[0]?.reason ?? '',
    })),
  });
  const actions = (
    <OrderActions order={order} incident={step?.tone ? step : null} printer={printer} ask={ask} pay={payments.ask} />
  );
  return (
    <>
      <OrderHeader order={order} back={BACK} actions={phone ? null : actions} />
      <StateAnnouncer order={stateOfOrder(order)} shipments={shipments.map(({ state }) => state)} />
      <div className={styles.notes}>
        {step && <NextStepLine step={step} />}
        <PrintNotice printer={printer} />
      </div>
      <DetailLayout side={<SidePanels order={order} />}>
        {shipments.map((shipment, index) => (
          <ShipmentCard
            key={shipment.shipment_id}
            shipment={shipment}
            number={index + 1}
            total={shipments.length}
            history={history}
            order={{
              orderId: order.order_id,
              trackingId: order.tracking_id,
              senderName: order.sender_name,
              canEdit: order.can_request_edit,
              editAbove: step?.action === 'edit',
            }}
            failed={shipment.shipment_id === step?.label}
            ask={ask}
          />
        ))}
        {shipments.length === 0 && <p className={styles.none}>No hay envíos en esta orden</p>}
      </DetailLayout>
      {phone && <FormFooter>{actions}</FormFooter>}
      {dialog}
      {payments.dialog}
    </>
  );
}

function NextStepLine({ step }: { step: NextStep }) {
  return (
    <Note tone={step.tone ?? 'plain'}>
      <b className="strong">{step.what}</b>{' '}
      {step.advice && <span className={step.tone ? undefined : 'muted'}>{step.advice}</span>}
    </Note>
  );
}
