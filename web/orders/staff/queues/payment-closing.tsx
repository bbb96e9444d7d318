import { useRef, useState } from 'react';
import { type AttentionCode, closePaymentCase, readOperatorPayment } from '#shared/money/staff-payments.ts';
import { countQueues, listQueue } from '#shared/provider/staff-queues.ts';
import { ReasonDialog } from '#web/console/reason-dialog.tsx';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { Button } from '#web/ui/button.tsx';
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
export function PaymentClosing({ target, attention, refused, onSettled, onRefused }: PaymentClosingProps) {
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
    void invalidateApiQueries(listQueue, countQueues, readOperatorPayment);
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
