import { type ReactNode, useState } from 'react';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import type {
  confirmUserFactor,
  removeUserFactor,
  renewUserBackupCodes,
} from '#shared/people/second-factor/second-factor.ts';
import type { beginFactor } from '#shared/people/staff-sessions.ts';
import { call } from '#web/kit/call/api.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { CodeForm } from './code-form.tsx';
import type { Secret } from './confirm-secret.tsx';
import { FactorSetUp } from './factor-set-up.tsx';
import styles from './second-factor.module.css';

/** What a person does with the second factor. */
type FactorTask = 'set-up' | 'change' | 'codes' | 'remove';

interface Factor {
  /** Number of unused backup codes; null without a second factor. */
  backupCodes: number | null;
  /** Since when there is a second factor, ISO 8601; missing for the staff. */
  since?: string | null;
  /** Whether the person may have none: the staff need one. */
  removable: boolean;
  /** Why the second factor can't be removed now. */
  removalRefused?: string | null;
}

interface FactorSummaryProps extends Factor {
  /** Explanation of the second factor, or its consequences. */
  children: ReactNode;
  onTask: (task: FactorTask) => void;
}

/** Number of unused backup codes from which new ones are advised. */
const FEW_CODES = 2;

function codesLeft(codes: number): string {
  if (codes === 0) return 'No te queda ningún código de respaldo.';
  return codes === 1 ? 'Te queda un código de respaldo.' : `Te quedan ${codes} códigos de respaldo.`;
}

/** Shows whether there is a second factor, and what can be done with it. */
function FactorSummary({ backupCodes, since, removable, removalRefused, children, onTask }: FactorSummaryProps) {
  if (backupCodes === null) {
    return (
      <div className="stack">
        {children}
        <div>
          <Button variant="brand" onClick={() => onTask('set-up')}>
            Configurar
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="stack">
      <p>
        {since && `Activo desde el ${formatTimestamp(since)}. `}
        {codesLeft(backupCodes)}
      </p>
      {children}
      {backupCodes <= FEW_CODES && (
        <Note>Generá códigos nuevos: sin códigos ni teléfono, vas a necesitar a otra persona para entrar.</Note>
      )}
      <div className={styles.row}>
        <Button onClick={() => onTask('codes')}>Nuevos códigos de respaldo</Button>
        <Button onClick={() => onTask('change')}>Cambiar de teléfono</Button>
        {removable && (
          <Button variant="danger" disabledReason={removalRefused} onClick={() => onTask('remove')}>
            Quitar
          </Button>
        )}
      </div>
    </div>
  );
}

/** Calls about the second factor of a user or of a member of the staff. */
interface FactorCalls {
  begin: typeof beginFactor;
  confirm: typeof confirmUserFactor;
  renew: typeof renewUserBackupCodes;
  /** Missing for the staff, who must have a second factor. */
  remove?: typeof removeUserFactor;
}

interface FactorPanelProps extends Omit<Factor, 'removable'> {
  calls: FactorCalls;
  /** Begins the first second factor. @param buttons further buttons */
  first: (onSecret: (secret: Secret) => void, buttons: ReactNode) => ReactNode;
  /** Invalidates the queries that the change affects. */
  onChanged: () => void;
  /** Text of the summary. */
  children: ReactNode;
}

const TASK_TEXTS: Record<Exclude<FactorTask, 'set-up'>, string> = {
  change: 'Para pasar a otro teléfono, escribí un código de tu aplicación actual.',
  codes: 'Para generar códigos nuevos, escribí un código de tu aplicación. Los códigos anteriores dejan de servir.',
  remove:
    'Para quitar el segundo paso, con sus llaves de acceso, escribí un código. Tu ingreso va a pedir solamente la contraseña.',
};

/** Sets a person's second factor up, changes and removes it, step by step. */
export function FactorPanel({ calls, first, onChanged, children, ...factor }: FactorPanelProps) {
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
    onChanged();
  };
  const back = <Button onClick={leave}>Volver</Button>;

  /** Begins a change of the phone without a code, if one was given a short while ago. */
  async function choose(chosen: FactorTask) {
    if (chosen === 'change') {
      try {
        setSecret((await call(calls.begin, { body: {} })).results);
      } catch {
        // The form asks for the code, and shows any other failure.
      }
    }
    setTask(chosen);
  }

  async function give(code: string) {
    const body = { code };
    if (task === 'change') setSecret((await call(calls.begin, { body })).results);
    if (task === 'codes') setCodes((await call(calls.renew, { body })).results.backup_codes);
    if (task !== 'remove' || !calls.remove) return;
    alerts.success((await call(calls.remove, { body })).message);
    done();
  }

  if (codes) return <BackupCodes codes={codes} onDone={done} />;
  if (task === null) {
    return (
      <FactorSummary {...factor} removable={calls.remove !== undefined} onTask={(chosen) => void choose(chosen)}>
        {children}
      </FactorSummary>
    );
  }
  // The task stays, also once the person has the factor: its backup codes are on the screen.
  if (task === 'set-up' || secret) {
    return (
      <FactorSetUp
        // Of two secrets that were begun, the later one is valid.
        key={secret?.secret}
        begun={secret}
        first={(onSecret) => first(onSecret, back)}
        confirm={calls.confirm}
        onConfirmed={() => alerts.success('Tu segundo paso está activo', 'Se cerraron tus otras sesiones.')}
        onDone={done}
        buttons={back}
      />
    );
  }
  return (
    <div className="stack">
      <p>{TASK_TEXTS[task]}</p>
      <CodeForm onCode={give}>{back}</CodeForm>
    </div>
  );
}
