import { askStaffPasskey, verifyStaffFactor, verifyStaffPasskey } from '#shared/ops/staff-passkeys.ts';
import { call } from '#web/lib/api.ts';
import { signByPasskey } from '#web/lib/passkeys.ts';
import { stepUp } from '#web/lib/step-up.ts';
import { CodeDialog } from '#web/parts/second-factor/code-dialog.tsx';
import type { Me } from './me.ts';

/** Asks a member of the staff for the second step again, while a call waits for it. */
export default function StaffStepUp({ me }: { me: Me }) {
  async function give(code: string) {
    await call(verifyStaffFactor, { body: { code } });
    stepUp.answer(true);
  }
  async function usePasskey() {
    const { results } = await call(askStaffPasskey);
    await call(verifyStaffPasskey, { body: await signByPasskey(results) });
    stepUp.answer(true);
  }
  return (
    <CodeDialog onCode={give} onPasskey={me.has_passkey ? usePasskey : null} onCancel={() => stepUp.answer(false)} />
  );
}
