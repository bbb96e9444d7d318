import { useRef, useState } from 'react';
import { formatTimestamp, money } from '#shared/kit/text/format.ts';
import {
  ATTENTION_NAMES,
  type AttentionCode,
  closePaymentCase,
  readStaffPayment,
} from '#shared/money/staff-payments.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { countQueues, listQueue } from '#shared/orders/staff-queues.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { ReasonDialog } from '#web/console/kit/reason-dialog.tsx';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { staffShipmentPath } from '#web/orders/staff/shipments/shipment-paths.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import type { DecidedPanelProps } from './item-panel.tsx';
import styles from './queues.module.css';

interface PaymentClosingProps {
  target: { clientId: string; id: string };
  /** The reason for the check that is shown. */
  attention: AttentionCode;
  /** Why the caller's role may not close it. */
  refused: string | null;
  /** Called after the closing. */
  onSettled: () => void;
  /** Called after a refusal: somebody else may have closed it, or the reason may have changed. */
  onRefused: () => void;
}

/** The button that closes the check of a payment with how it was resolved. */
function PaymentClosing({ target, attention, refused, onSettled, onRefused }: PaymentClosingProps) {
  const [asking, setAsking] = useState(false);
  const { send, pending } = useApiMutation(closePaymentCase);
  const close = async (reason: string) => {
    try {
      const { message } = await send({ params: target, body: { attention, reason } });
      alerts.success(message);
      onSettled();
    } catch (failure) {
      alerts.danger(asApiError(failure).message);
      onRefused();
    }
    void invalidateApiQueries(listQueue, countQueues, readStaffPayment);
  };
  // A disabled button shows its reason while it has the focus.
  const button = useRef<HTMLButtonElement>(null);
  const askByKey = () => (refused === null ? setAsking(true) : button.current?.focus());
  useShortcuts([{ keys: 'e', label: 'Cerrar el caso', refused, run: askByKey }]);
  return (
    <div className={styles.actions}>
      <Button
        ref={button}
        variant="primary"
        kbd="e"
        busy={pending}
        disabledReason={refused}
        onClick={() => setAsking(true)}
      >
        Cerrar el caso
      </Button>
      {asking && (
        <ReasonDialog
          action="payments"
          onClose={() => setAsking(false)}
          title="Cerrar el caso del pago"
          saveText="Cerrar el caso"
          required="Escribí cómo se resolvió"
          hint="Cómo se resolvió. Lo lee el personal, no el cliente."
          onReason={close}
        />
      )}
    </div>
  );
}

/** A payment that needs a check by hand: why, its ids at the payment provider, its orders, and how earlier checks ended. */
export function PaymentPanel({ target: { clientId, id }, me, onSettled }: DecidedPanelProps) {
  const { data, error, refetch } = useApiQuery(readStaffPayment, { params: { clientId, id } });
  const payment = data?.results;
  if (!payment) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  }
  const { attention, open_case } = payment;
  return (
    <>
      {payment.closures.map((one) => (
        <Note key={one.at} tone="info">
          {capitalized(ATTENTION_NAMES[one.attention])}: lo cerró {one.by}, {formatTimestamp(one.at)}. {one.reason}
        </Note>
      ))}
      {attention && open_case && (
        <Note tone="warn">
          {capitalized(ATTENTION_NAMES[attention])}, {formatTimestamp(payment.attention_at)}
        </Note>
      )}
      {attention && open_case && (
        <PaymentClosing
          target={{ clientId, id }}
          attention={attention}
          refused={refusalOf(me, 'billing')}
          onSettled={onSettled}
          onRefused={() => void refetch()}
        />
      )}
      <DescriptionList
        groups={[
          [
            { term: 'Importe', value: money(payment.amount) },
            { term: 'Estado', value: payment.state.name },
            { term: 'Creado', value: formatTimestamp(payment.created_at) },
            { term: 'Confirmado', value: payment.confirmed_at && formatTimestamp(payment.confirmed_at) },
            { term: 'Cancelado', value: payment.cancelled_at && formatTimestamp(payment.cancelled_at) },
          ],
          [
            { term: 'Pago en Mercado Pago', value: payment.payment_id },
            { term: 'Estado en Mercado Pago', value: payment.provider_status },
          ],
        ]}
      />
      <StaticTable
        caption="Órdenes del pago"
        cards="phone"
        rows={payment.orders}
        rowKey={({ tracking_id }) => tracking_id}
        columns={[
          { header: 'Orden', cell: ({ order_id }) => order_id },
          {
            header: 'Seguimiento',
            cell: ({ tracking_id }) => <Link to={staffShipmentPath(labelOf(tracking_id, 1))}>{tracking_id}</Link>,
          },
          { header: 'Importe', right: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
