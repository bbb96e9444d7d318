import { verifyFactor } from '#shared/second-factor.ts';
import { call } from '#web/lib/api.ts';
import { answerStepUp } from '#web/lib/step-up.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CodeForm } from './code-form.tsx';

/** Asks for a code of the second factor before a call is sent again. The page below keeps what was typed. */
export default function StepUpDialog() {
  async function give(code: string) {
    await call(verifyFactor, { body: { code } });
    answerStepUp(true);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answerStepUp(false)}
      title="Confirmá que sos vos"
      description="Este cambio pide un código de tu segundo paso. Vale por 10 minutos."
    >
      <CodeForm onCode={give}>
        <Button onClick={() => answerStepUp(false)}>Cancelar</Button>
      </CodeForm>
    </Dialog>
  );
}
