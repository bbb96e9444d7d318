import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCapability } from '#web/lib/capabilities.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PaymentVerification } from './payment-verification.tsx';
import { PrintPaid } from './print-paid.tsx';
import { resultTexts } from './result-texts.ts';
import { usePaymentResult } from './use-payment-result.ts';

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
