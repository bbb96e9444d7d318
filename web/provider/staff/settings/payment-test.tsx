import { readSetup, testPayments } from '#shared/provider/staff-setup.ts';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { Button } from '#web/ui/button.tsx';

/** Asks the payment provider for the account that receives the payments. */
export function PaymentTest({ refused }: { refused: string | null }) {
  const { send, pending } = useApiMutation(testPayments);
  return (
    <Button busy={pending} disabledReason={refused} onClick={() => void runAndRefetch(() => send(), readSetup)}>
      Probar
    </Button>
  );
}
