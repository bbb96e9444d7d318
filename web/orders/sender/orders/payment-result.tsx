import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { dollarAmount, pluralize } from '#shared/kit/text/format.ts';
import { type Payment, paymentResult } from '#shared/money/payments.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Printer as PrinterIcon } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Perforation } from '#web/kit/ui/display/perforation.tsx';
import { type SummaryLine, SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import { Dialog, DialogStub } from '#web/kit/ui/overlay/dialog.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { ordersJob } from '#web/orders/print/label-jobs.ts';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import { type Printed, ReopenLabels, readyText } from '#web/orders/print/reopen-labels.tsx';
import { usePrint } from '#web/orders/print/use-print.ts';
import { paths } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { resultTexts } from './result-texts.ts';

type VerifiedResult = ReplyOf<typeof paymentResult>['results'];

/**
 * Reads the payment of a return from the payment provider, as verified by the server; null if it can't be read.
 *
 * @param params query parameters of the return
 */
function usePaymentResult(
  params: URLSearchParams,
  enabled: boolean,
): { result: VerifiedResult | undefined; pending: boolean } | null {
  const [payment_id, external_reference, preference_id] = ['payment_id', 'external_reference', 'preference_id'].map(
    (name) => params.get(name) ?? undefined,
  );
  const query = { payment_id, external_reference, preference_id };
  const answer = useApiQuery(paymentResult, enabled ? { query } : null);
  return enabled ? { result: answer.data?.results, pending: answer.isPending } : null;
}

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
function PaymentVerification({ result, pending, attempted }: PaymentVerificationProps) {
  return (
    <DialogStub>
      <Perforation />
      <div role="status" className="stack">
        {pending ? (
          <p className="muted">Estamos verificando el pago…</p>
        ) : (
          <VerificationNote result={result} attempted={attempted} />
        )}
        {result?.payment && <SummaryLines lines={linesOf(result, result.payment)} />}
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

/** Prints the labels of paid orders that weren't printed yet: 'Imprimir las 3 etiquetas'. */
function PrintPaid({ toPrint }: { toPrint: NonNullable<VerifiedResult['to_print']> }) {
  const printer = usePrint();
  const [printed, setPrinted] = useState<Printed | null>(null);
  const refused = usePermissionReason('orders');
  const { orders_id, labels } = toPrint;
  const job = ordersJob(orders_id.map((id) => ({ id })));
  const print = async () => {
    const file = await printer.print(job);
    if (file) setPrinted({ text: readyText(labels, pluralize(orders_id.length, 'orden', 'órdenes')), file });
  };
  return (
    <>
      <p role="status">
        {printed && (
          <>
            <span className="strong">{printed.text}</span> · <ReopenLabels file={printed.file} />
          </>
        )}
      </p>
      {!printed && (
        <Button
          variant="primary"
          icon={<PrinterIcon />}
          disabledReason={refused}
          busy={printer.working === job.key}
          onClick={() => void print()}
        >
          {labels === 1 ? 'Imprimir la etiqueta' : `Imprimir las ${labels} etiquetas`}
        </Button>
      )}
      <PrintNotice printer={printer} />
    </>
  );
}

/**
 * The dialog after a return from the payment provider (D1 §2). Its texts depend on the query string; below them is the
 * payment as verified by our own gateway (readings S6). Closing the dialog removes the query string.
 */
export default function PaymentResult() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { prepaid } = useClientSession();
  const verifies = useCapability('paymentResult') === true;
  const closeButton = useRef<HTMLButtonElement>(null);
  const answer = usePaymentResult(params, prepaid && verifies);
  // The first value stays: once printed, nothing is left to print.
  const [toPrint, setToPrint] = useState(answer?.result?.to_print ?? null);
  if (!toPrint && answer?.result?.to_print) setToPrint(answer.result.to_print);
  const { title, tone, heading, text, kind } = resultTexts(params.get('collection_status') ?? '');
  const close = () => void navigate(paths.orders, { replace: true });
  const goToPayments = async () => {
    // Removes the query first, so that "back" does not reopen the dialog.
    await navigate(paths.orders, { replace: true });
    await navigate(paths.payments);
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      tone={tone}
      initialFocus={closeButton}
      hideClose
      footer={
        <>
          <Button ref={closeButton} variant={kind === 'later' ? 'secondary' : 'primary'} onClick={close}>
            {kind === 'error' ? 'Aceptar' : 'Cerrar'}
          </Button>
          {kind === 'later' && (
            <Button variant="primary" onClick={() => void goToPayments()}>
              Ir a pagos
            </Button>
          )}
        </>
      }
    >
      {heading && <p className={tone === 'success' ? 'strong success-text' : 'strong'}>{heading}</p>}
      <p>{text}</p>
      {answer && (
        <PaymentVerification
          result={answer.result}
          pending={answer.pending}
          attempted={params.get('payment_id') !== 'null'}
        />
      )}
      {toPrint && <PrintPaid toPrint={toPrint} />}
    </Dialog>
  );
}
