import { askPasskey, listPasskeys, verifyPasskey } from '#shared/passkeys.ts';
import { verifyFactor } from '#shared/second-factor.ts';
import { call } from '#web/lib/api.ts';
import { signByPasskey } from '#web/lib/passkeys.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { stepUp } from '#web/lib/step-up.ts';
import { CodeDialog } from './code-dialog.tsx';

/** Asks a user for the second step again. */
export default function StepUpDialog() {
  const { data } = useApiQuery(listPasskeys, {});
  async function give(code: string) {
    await call(verifyFactor, { body: { code } });
    stepUp.answer(true);
  }
  async function usePasskey() {
    await call(verifyPasskey, { body: await signByPasskey((await call(askPasskey)).results) });
    stepUp.answer(true);
  }
  const hasPasskey = data !== undefined && data.results.length > 0;
  return <CodeDialog onCode={give} onPasskey={hasPasskey ? usePasskey : null} onCancel={() => stepUp.answer(false)} />;
}
