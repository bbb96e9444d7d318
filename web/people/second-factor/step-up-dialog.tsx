import type { askPasskey, verifyPasskey } from '#shared/people/second-factor/passkeys.ts';
import type { verifyFactor } from '#shared/people/second-factor/second-factor.ts';
import { call } from '#web/kit/call/api.ts';
import { stepUp } from '#web/kit/call/step-up.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { signByPasskey } from './passkeys.ts';

interface StepUpDialogProps {
  /** Calls by which a user or a member of the staff gives a code or a passkey. */
  calls: {
    verify: typeof verifyFactor;
    ask: typeof askPasskey;
    verifyPasskey: typeof verifyPasskey;
  };
  hasPasskey: boolean;
}

/** Asks for the second step again before a call is repeated. The page below keeps what was typed. */
export function StepUpDialog({ calls, hasPasskey }: StepUpDialogProps) {
  async function give(code: string) {
    await call(calls.verify, { body: { code } });
    stepUp.answer(true);
  }
  async function usePasskey() {
    await call(calls.verifyPasskey, { body: await signByPasskey((await call(calls.ask)).results) });
    stepUp.answer(true);
  }
  const cancel = () => stepUp.answer(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title="Confirmá que sos vos"
      description="Este cambio pide tu segundo paso. Vale por 10 minutos."
    >
      <CodeForm onCode={give} onPasskey={hasPasskey ? usePasskey : null}>
        <Button onClick={cancel}>Cancelar</Button>
      </CodeForm>
    </Dialog>
  );
}
