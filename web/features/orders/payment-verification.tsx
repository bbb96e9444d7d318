import { dollarAmount, pluralize } from '#shared/format.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { type Payment, paymentResult } from '#shared/payments.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { DialogStub } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { type SummaryLine, SummaryLines } from '#web/ui/panel.tsx';
import { Perforation } from '#web/ui/perforation.tsx';

type VerifiedResult = ReplyOf<typeof paymentResult>['results'];

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
  /** Query parameters of the return from the payment provider. */
  params: URLSearchParams;
}

/**
 * Shows the payment as verified by the server (readings S6), since the query string can be forged. Updates live until the
 * payment provider has answered.
 */
export function PaymentVerification({ params }: PaymentVerificationProps) {
  const [payment_id, external_reference, preference_id] = ['payment_id', 'external_reference', 'preference_id'].map(
    (name) => params.get(name) ?? undefined,
  );
  const answer = useApiQuery(paymentResult, { query: { payment_id, external_reference, preference_id } });
  const result = answer.data?.results;
  return (
    <DialogStub>
      <Perforation />
      <div role="status" className="stack">
        {answer.isPending ? (
          <p className="muted">Estamos verificando el pago…</p>
        ) : (
          <VerificationNote result={result} attempted={payment_id !== 'null'} />
        )}
        {result?.payment && <SummaryLines items={linesOf(result, result.payment)} />}
        {result?.payment?.detail && <p className="muted">{result.payment.detail}</p>}
        {result?.payment?.attention && <Note tone="warn">{result.payment.attention}</Note>}
      </div>
    </DialogStub>
  );
}

/** `attempted`: true when the query string contains an attempt to pay. */
function VerificationNote({ result, attempted }: { result: VerifiedResult | undefined; attempted: boolean }) {
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
