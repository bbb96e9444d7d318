import { useState } from 'react';
import { currentUser } from '#shared/account.ts';
import {
  beginUserFactor,
  confirmUserFactor,
  readFactor,
  removeUserFactor,
  renewUserBackupCodes,
} from '#shared/second-factor.ts';
import { readTeam } from '#shared/team.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { BackupCodes } from '#web/parts/second-factor/backup-codes.tsx';
import { CodeForm } from '#web/parts/second-factor/code-form.tsx';
import { ConfirmSecret, type Secret } from '#web/parts/second-factor/confirm-secret.tsx';
import { PasswordStep } from '#web/parts/second-factor/password-step.tsx';
import { Button } from '#web/ui/button.tsx';
import { FactorSummary } from './factor-summary.tsx';

/** What the user does with the second factor. */
export type FactorTask = 'set-up' | 'change' | 'codes' | 'remove';

export interface OwnFactor {
  /** ISO 8601; null without a second factor. */
  since: string | null;
  backup_codes: number;
  /** From when the company requires it, ISO 8601; null if it doesn't. */
  required_from: string | null;
}

const TASK_TEXTS: Record<Exclude<FactorTask, 'set-up'>, string> = {
  change: 'Para pasar a otro teléfono, escribí un código de tu aplicación actual.',
  codes: 'Para generar códigos nuevos, escribí un código de tu aplicación. Los códigos anteriores dejan de servir.',
  remove:
    'Para quitar el segundo paso, con sus llaves de acceso, escribí un código. Tu ingreso va a pedir solamente la contraseña.',
};

/** Sets the second factor up, changes and removes it, step by step. */
export function FactorPanel({ factor }: { factor: OwnFactor }) {
  const [task, setTask] = useState<FactorTask | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const leave = () => {
    setTask(null);
    setSecret(null);
    setCodes(null);
  };
  const done = () => {
    leave();
    void invalidateApiQueries(readFactor, readTeam, currentUser);
  };
  const back = <Button onClick={leave}>Volver</Button>;

  /** Begins a change of the phone without a code, if one was given a short while ago. */
  async function choose(chosen: FactorTask) {
    if (chosen === 'change') {
      try {
        setSecret((await call(beginUserFactor, { body: {} })).results);
      } catch {
        // The form asks for the code, and shows any other failure.
        setTask(chosen);
      }
      return;
    }
    setTask(chosen);
  }

  async function confirm(code: string) {
    setCodes((await call(confirmUserFactor, { body: { code } })).results.backup_codes);
    alerts.success('Tu segundo paso está activo', 'Se cerraron tus otras sesiones.');
  }

  async function give(code: string) {
    if (task === 'change') setSecret((await call(beginUserFactor, { body: { code } })).results);
    if (task === 'codes') setCodes((await call(renewUserBackupCodes, { body: { code } })).results.backup_codes);
    if (task !== 'remove') return;
    alerts.success((await call(removeUserFactor, { body: { code } })).message);
    done();
  }

  if (codes) return <BackupCodes codes={codes} onDone={done} />;
  if (secret) {
    return (
      <ConfirmSecret secret={secret} onCode={confirm}>
        {back}
      </ConfirmSecret>
    );
  }
  if (task === null) return <FactorSummary factor={factor} onTask={(chosen) => void choose(chosen)} />;
  if (task === 'set-up') return <PasswordStep onSecret={setSecret}>{back}</PasswordStep>;
  return (
    <div className="stack">
      <p>{TASK_TEXTS[task]}</p>
      <CodeForm onCode={give}>{back}</CodeForm>
    </div>
  );
}
