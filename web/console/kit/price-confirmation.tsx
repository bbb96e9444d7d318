import { ApiError, asApiError } from '#web/kit/call/api-error.ts';
import { createStore, useStore } from '#web/kit/lib/store.ts';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';

interface Asked {
  /** What changes its price, with the former and the new value. */
  effect: string;
  answer: (confirmed: boolean) => void;
}

const asked = createStore<Asked | null>(null);

/** Asks whether prices may change, and waits for the answer. The dialog of the layout asks. */
export const askPriceChange = (effect: string): Promise<boolean> =>
  new Promise((answer) => {
    asked.get()?.answer(false);
    asked.set({ effect, answer });
  });

const DECLINED = 'declined';

/** Returns the failure of a call that wasn't made because the person answered no: there is nothing to report. */
export const declinedError = () => new ApiError({ status: -1, code: DECLINED, message: '' });

/** Whether a call wasn't made because the person answered no. */
export const isDeclined = (error: unknown): boolean => asApiError(error).code === DECLINED;

/** Asks for the confirmation of a change of prices, while a call waits for it. */
export function PriceConfirmation() {
  const question = useStore(asked);
  const answer = (confirmed: boolean) => {
    asked.get()?.answer(confirmed);
    asked.set(null);
  };
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={() => answer(false)}
      title="¿Cambiar precios?"
      message={question?.effect}
      confirmText="Cambiar precios"
      danger
      onConfirm={() => answer(true)}
    />
  );
}
