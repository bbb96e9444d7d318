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

/** Orders that are named; a payment may hold hundreds. */
const NAMED = 6;

interface PaymentVerificationProps {
  /** The parameters of the way back, as they came. */
  params: URLSearchParams;
}

/**
 * What the server itself knows of the payment that the address names (readings S6): the address may say anything. It
 * follows live until the provider has answered.
 */
export function PaymentVerification({ params }: PaymentVerificationProps) {
  const [payment_id, external_reference, preference_id] = ['payment_id', 'external_reference', 'preference_id'].map(
    (name) => params.get(name) ?? undefined,
  );
  const answer = useApiQuery(paymentResult, { query: { payment_id, external_reference, preference_id } });
  const known = answer.data?.results;
  return (
    <DialogStub>
      <Perforation />
      <div role="status" className="stack">
        {answer.isPending ? (
          <p className="muted">Estamos verificando el pago…</p>
        ) : (
          <VerificationNote known={known} attempted={payment_id !== 'null'} />
        )}
        {known?.payment && <SummaryLines items={linesOf(known, known.payment)} />}
        {known?.payment?.detail && <p className="muted">{known.payment.detail}</p>}
        {known?.payment?.attention && <Note tone="warn">{known.payment.attention}</Note>}
      </div>
    </DialogStub>
  );
}

/** `attempted`: the address names an attempt to pay, and not only the payment that one came back from. */
function VerificationNote({ known, attempted }: { known: VerifiedResult | undefined; attempted: boolean }) {
  if (known?.verified) return null;
  if (known?.payment && !attempted) return <p className="strong">Así está el pago:</p>;
  return (
    <p>
      <b className="strong">Todavía no pudimos verificarlo.</b>{' '}
      <span className="muted">Cuando el proveedor de pagos nos conteste lo vas a ver acá y en Pagos.</span>
    </p>
  );
}

function linesOf({ verified, status }: VerifiedResult, { amount, orders, state }: Payment): SummaryLine[] {
  const names = orders.slice(0, NAMED).map(({ order_id }) => order_id);
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
