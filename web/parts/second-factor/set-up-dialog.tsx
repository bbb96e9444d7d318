import { useEffect, useState } from 'react';
import { currentUser } from '#shared/account.ts';
import { SET_UP_REQUIRED } from '#shared/rules/required-factor.ts';
import { confirmUserFactor, readFactor } from '#shared/second-factor.ts';
import { readTeam } from '#shared/team.ts';
import { call } from '#web/lib/api.ts';
import { history } from '#web/lib/history.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { factorSetUp } from '#web/lib/step-up.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { ConfirmSecret, type Secret } from './confirm-secret.tsx';
import { PasswordStep } from './password-step.tsx';

/** Sets up the second factor that the company requires. Blocks the portal, and keeps the page below with what was typed. */
export default function SetUpDialog() {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [confirming, setConfirming] = useState(false);
  const { data } = useApiQuery(readFactor, {}, { staleTime: 0 });
  // Another tab of this session may set it up; the query is read again when this one is shown. While this tab confirms, the query may
  // answer before the reply with the backup codes, which are never shown again.
  const setUpElsewhere = !confirming && codes === null && Boolean(data?.results.since);

  useEffect(() => {
    if (setUpElsewhere) finish();
  }, [setUpElsewhere]);

  async function confirm(code: string) {
    setConfirming(true);
    try {
      setCodes((await call(confirmUserFactor, { body: { code } })).results.backup_codes);
    } finally {
      setConfirming(false);
    }
  }

  const leave = <Button onClick={() => history.force(paths.logout)}>Cerrar Sesión</Button>;
  return (
    <Dialog
      open
      locked
      onOpenChange={() => {}}
      title="Configurá tu segundo paso"
      description={`${SET_UP_REQUIRED}. Tu ingreso va a pedir también un código de tu teléfono.`}
    >
      {codes && <BackupCodes codes={codes} onDone={finish} />}
      {!codes && secret && (
        <ConfirmSecret secret={secret} onCode={confirm}>
          {leave}
        </ConfirmSecret>
      )}
      {!codes && !secret && <PasswordStep onSecret={setSecret}>{leave}</PasswordStep>}
    </Dialog>
  );
}

/** Lets the calls that wait continue, and removes the notice of the requirement. */
function finish(): void {
  factorSetUp.answer(true);
  void invalidateApiQueries(readFactor, readTeam, currentUser);
}
