import { useState } from 'react';
import { beginFactor, currentStaff, renewBackupCodes } from '#shared/ops/staff-sessions.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { BackupCodes } from '#web/parts/second-factor/backup-codes.tsx';
import { CodeForm } from '#web/parts/second-factor/code-form.tsx';
import type { Secret } from '#web/parts/second-factor/confirm-secret.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './console.module.css';
import { FactorSetup } from './factor-setup.tsx';
import type { Me } from './me.ts';

/** `first` stays, also once the person has the factor: its backup codes are on the screen. */
type Task = 'none' | 'first' | 'factor' | 'codes';

/** The second factor: a new one, or new backup codes, after a code of the current one. */
export function FactorPanel({ me }: { me: Me }) {
  const [task, setTask] = useState<Task>('none');
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useApiMutation(beginFactor);
  const renew = useApiMutation(renewBackupCodes);

  const done = () => {
    setTask('none');
    setSecret(null);
    setCodes(null);
    void invalidateApiQueries(currentStaff);
  };
  const give = async (code: string) => {
    if (task === 'factor') setSecret((await begin.send({ body: { code } })).results);
    else setCodes((await renew.send({ body: { code } })).results.backup_codes);
  };

  return (
    <Panel title="Segundo paso">
      {codes ? (
        <BackupCodes codes={codes} onDone={done} />
      ) : secret ? (
        <FactorSetup begun={secret} onDone={done} />
      ) : task === 'none' ? (
        <div className="stack">
          <p>
            {me.has_factor
              ? `Te quedan ${me.backup_codes ?? 0} códigos de respaldo.`
              : 'En la demostración no hace falta.'}
          </p>
          <div className={styles.row}>
            <Button onClick={() => setTask(me.has_factor ? 'factor' : 'first')}>
              {me.has_factor ? 'Cambiar de teléfono' : 'Configurar'}
            </Button>
            {me.has_factor && <Button onClick={() => setTask('codes')}>Nuevos códigos de respaldo</Button>}
          </div>
        </div>
      ) : task === 'first' ? (
        <FactorSetup first onDone={done} />
      ) : (
        <CodeForm onCode={give}>
          <Button onClick={done}>Volver</Button>
        </CodeForm>
      )}
    </Panel>
  );
}
