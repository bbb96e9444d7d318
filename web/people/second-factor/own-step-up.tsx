import { askPasskey, listPasskeys, verifyPasskey } from '#shared/people/second-factor/passkeys.ts';
import { verifyFactor } from '#shared/people/second-factor/second-factor.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { StepUpDialog } from './step-up-dialog.tsx';

const CALLS = { verify: verifyFactor, ask: askPasskey, verifyPasskey };

/** Asks a user for the second step again. */
export default function OwnStepUp() {
  const { data } = useApiQuery(listPasskeys, {});
  return <StepUpDialog calls={CALLS} hasPasskey={data !== undefined && data.results.length > 0} />;
}
