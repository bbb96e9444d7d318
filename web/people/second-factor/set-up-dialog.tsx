import { useEffect, useState } from 'react';
import { currentUser } from '#shared/people/account.ts';
import { SET_UP_REQUIRED } from '#shared/people/rules/required-factor.ts';
import { confirmUserFactor, readFactor } from '#shared/people/second-factor/second-factor.ts';
import { readTeam } from '#shared/people/team.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { factorSetUp } from '#web/kit/call/step-up.ts';
import { history } from '#web/kit/lib/history.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { paths } from '#web/paths.ts';
import { FactorSetUp } from './factor-set-up.tsx';
import { PasswordStep } from './password-step.tsx';

/** Sets up the second factor that the company requires. Blocks the portal, and keeps the page below with what was typed. */
export default function SetUpDialog() {
  const [held, setHeld] = useState(false);
  const { data } = useApiQuery(readFactor, {}, { staleTime: 0 });
  // Another tab of this session may set it up; the query is read again when this one is shown.
  const setUpElsewhere = !held && Boolean(data?.results.since);

  useEffect(() => {
    if (setUpElsewhere) finish();
  }, [setUpElsewhere]);

  const leave = <Button onClick={() => history.force(paths.logout)}>Cerrar Sesión</Button>;
  return (
    <Dialog
      open
      locked
      onOpenChange={() => {}}
      title="Configurá tu segundo paso"
      description={`${SET_UP_REQUIRED}. Tu ingreso va a pedir también un código de tu teléfono.`}
    >
      <FactorSetUp
        first={(onSecret) => <PasswordStep onSecret={onSecret}>{leave}</PasswordStep>}
        confirm={confirmUserFactor}
        onHold={setHeld}
        onDone={finish}
        buttons={leave}
      />
    </Dialog>
  );
}

/** Lets the calls that wait continue, and removes the notice of the requirement. */
function finish(): void {
  factorSetUp.answer(true);
  void invalidateApiQueries(readFactor, readTeam, currentUser);
}
