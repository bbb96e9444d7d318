import { useEffect, useEffectEvent, useState } from 'react';
import { codeForm } from '#shared/factor-code.ts';
import { beginFactor, confirmFactor, currentStaff, listStaffSessions } from '#shared/ops/staff-sessions.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useForm } from '#web/lib/forms.ts';
import { AuthForm } from '#web/parts/auth/auth-form.tsx';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { BackupCodes } from '#web/parts/second-factor/backup-codes.tsx';
import { CodeField } from '#web/parts/second-factor/code-field.tsx';
import { QrCode } from '#web/parts/second-factor/qr-code.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './console.module.css';
import { refetchStaff, useStaffCall } from './staff-api.ts';

interface FactorSetupProps {
  /** True for a person without a second factor, who needs no code to begin. */
  first?: boolean;
  /** Secret and address that were begun with a code. */
  begun?: Secret;
  onDone?: () => void;
}

export interface Secret {
  secret: string;
  uri: string;
}

/** Sets up an authenticator app: QR code and text, a code that confirms it, then the backup codes. */
export function FactorSetup({ first = false, begun, onDone }: FactorSetupProps) {
  const begin = useStaffCall(beginFactor);
  const [secret, setSecret] = useState(begun ?? null);
  const [failed, setFailed] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const start = useEffectEvent(async () => {
    try {
      setSecret((await begin.send({ body: {} })).results);
    } catch (error) {
      setFailed(asApiError(error).message);
    }
  });
  useEffect(() => {
    if (first) void start();
  }, [first]);

  const finish = () => {
    onDone?.();
    void refetchStaff(currentStaff, listStaffSessions);
  };
  if (codes) return <BackupCodes codes={codes} onDone={finish} />;
  if (failed) return <ErrorState text={failed} />;
  return secret ? <ConfirmFactor secret={secret} onConfirmed={setCodes} /> : <Spinner />;
}

interface ConfirmFactorProps {
  secret: Secret;
  onConfirmed: (backupCodes: readonly string[]) => void;
}

function ConfirmFactor({ secret: { secret, uri }, onConfirmed }: ConfirmFactorProps) {
  const { send, pending } = useStaffCall(confirmFactor);
  const form = useForm(codeForm, { defaults: { code: '' } });
  const confirm = form.submit(async (body) => {
    try {
      onConfirmed((await send({ body })).results.backup_codes);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'code' });
    }
  });
  const letters = secret.match(/.{4}/g)?.join(' ') ?? secret;
  return (
    <div className="stack">
      <p>
        Escaneá este código con una aplicación de autenticación de tu teléfono (Google Authenticator, Aegis, 2FAS…).
      </p>
      <QrCode text={uri} label="Código QR para la aplicación de autenticación" />
      <p className={styles.secret}>
        <span>
          Si no podés escanearlo, escribí esta clave: <b>{letters}</b>
        </span>
        <CopyButton text={secret} label="Copiar la clave" />
      </p>
      <AuthForm formRef={form.formRef} onSubmit={confirm}>
        <FormSubmitError submitError={form.submitError} />
        <CodeField form={form} />
        <Button type="submit" variant="primary" busy={pending}>
          Confirmar
        </Button>
      </AuthForm>
    </div>
  );
}
