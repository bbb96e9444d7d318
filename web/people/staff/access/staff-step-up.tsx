import { askStaffPasskey, verifyStaffFactor, verifyStaffPasskey } from '#shared/people/second-factor/staff-passkeys.ts';
import { StepUpDialog } from '#web/people/second-factor/step-up-dialog.tsx';
import type { Me } from './me.ts';

const CALLS = { verify: verifyStaffFactor, ask: askStaffPasskey, verifyPasskey: verifyStaffPasskey };

/** Asks a member of the staff for the second step again. */
export default function StaffStepUp({ me }: { me: Me }) {
  return <StepUpDialog calls={CALLS} hasPasskey={me.has_passkey} />;
}
