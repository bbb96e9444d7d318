import { useState } from 'react';
import { codeForm } from '#shared/factor-code.ts';
import { beginFactor, currentStaff, renewBackupCodes } from '#shared/ops/staff-sessions.ts';
import { useForm } from '#web/lib/forms.ts';
import { AuthForm } from '#web/parts/auth/auth-form.tsx';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { BackupCodes } from '#web/parts/second-factor/backup-codes.tsx';
import { CodeField } from '#web/parts/second-factor/code-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './console.module.css';
import type { Me } from './console-layout.tsx';
import { FactorSetup, type Secret } from './factor-setup.tsx';
import { refetchStaff, useStaffCall } from './staff-api.ts';

type Task = 'none' | 'factor' | 'codes';

/** The second factor: a new one, or new backup codes, after a code of the current one. */
export function FactorPanel({ me }: { me: Me }) {
  const [task, setTask] = useState<Task>('none');
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useStaffCall(beginFactor);
  const renew = useStaffCall(renewBackupCodes);

  const done = () => {
    setTask('none');
    setSecret(null);
    setCodes(null);
    void refetchStaff(currentStaff);
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
            <Button onClick={() => setTask('factor')}>{me.has_factor ? 'Cambiar de teléfono' : 'Configurar'}</Button>
            {me.has_factor && <Button onClick={() => setTask('codes')}>Nuevos códigos de respaldo</Button>}
          </div>
        </div>
      ) : me.has_factor ? (
        <AskCode pending={begin.pending || renew.pending} onCode={give} onCancel={done} />
      ) : (
        <FactorSetup first onDone={done} />
      )}
    </Panel>
  );
}

interface AskCodeProps {
  pending: boolean;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

function AskCode({ pending, onCode, onCancel }: AskCodeProps) {
  const [backup, setBackup] = useState(false);
  const form = useForm(codeForm, { defaults: { code: '' } });
  const give = form.submit(async ({ code }) => {
    try {
      await onCode(code);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'code' });
    }
  });
  return (
    <AuthForm formRef={form.formRef} onSubmit={give}>
      <FormSubmitError submitError={form.submitError} />
      <CodeField form={form} backup={backup} />
      <div className={styles.row}>
        <Button type="submit" variant="primary" busy={pending}>
          Continuar
        </Button>
        <Button onClick={onCancel}>Volver</Button>
        <button type="button" className="link-button" onClick={() => setBackup(!backup)}>
          {backup ? 'Usar mi aplicación' : 'No tengo el teléfono'}
        </button>
      </div>
    </AuthForm>
  );
}
