import { dollarAmount, pluralize } from '#shared/format.ts';
import type { Payment } from '#shared/money/payments.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { DialogStub } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { type SummaryLine, SummaryLines } from '#web/ui/panel.tsx';
import { Perforation } from '#web/ui/perforation.tsx';
import type { VerifiedResult } from './use-payment-result.ts';

const STATUS: Record<NonNullable<VerifiedResult['status']>, string> = {
  approved: 'Aprobado',
  in_process: 'En proceso',
  rejected: 'Rechazado',
  cancelled: 'Cancelado',
  returned: 'Devuelto',
};

/** Maximum orders listed by number; a payment may contain hundreds. */
const MAX_SHOWN_ORDERS = 6;

interface PaymentVerificationProps {
  result: VerifiedResult | undefined;
  pending: boolean;
  /** True when the query string contains an attempt to pay. */
  attempted: boolean;
}

/**
 * Shows the payment as verified by the server (readings S6), since the query string can be forged. Updates live until the
 * payment provider has answered.
 */
export function PaymentVerification({ result, pending, attempted }: PaymentVerificationProps) {
  return (
    <DialogStub>
      <Perforation />
      <div role="status" className="stack">
        {pending ? (
          <p className="muted">Estamos verificando el pago…</p>
        ) : (
          <VerificationNote result={result} attempted={attempted} />
        )}
        {result?.payment && <SummaryLines items={linesOf(result, result.payment)} />}
        {result?.payment?.detail && <p className="muted">{result.payment.detail}</p>}
        {result?.payment?.attention && <Note tone="warn">{result.payment.attention}</Note>}
      </div>
    </DialogStub>
  );
}

function VerificationNote({ result, attempted }: Pick<PaymentVerificationProps, 'result' | 'attempted'>) {
  if (result?.verified) return null;
  if (result?.payment && !attempted) return <p className="strong">Así está el pago:</p>;
  return (
    <p>
      <b className="strong">Todavía no pudimos verificarlo.</b>{' '}
      <span className="muted">Cuando el proveedor de pagos nos conteste lo vas a ver acá y en Pagos.</span>
    </p>
  );
}

function linesOf({ verified, status }: VerifiedResult, { amount, orders, state }: Payment): SummaryLine[] {
  const names = orders.slice(0, MAX_SHOWN_ORDERS).map(({ order_id }) => order_id);
  const rest = orders.length - names.length;
  return [
    ...(verified && status
      ? [{ key: 'verified', label: 'Verificado', value: <span className="strong">{STATUS[status]}</span> }]
      : []),
    { key: 'state', label: 'Estado', value: <StateBadge state={state.name} /> },
    { key: 'amount', label: 'Monto', value: <span className="strong nowrap">{dollarAmount(amount)}</span> },
    {
      key: 'orders',
      label: pluralize(orders.length, 'orden', 'órdenes'),
      value: names.join(', ') + (rest > 0 ? ` y ${rest} más` : ''),
    },
  ];
}
