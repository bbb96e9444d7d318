import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { codeForm } from '#shared/people/second-factor/factor-code.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { type Form, useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { KeyRound } from '#web/kit/ui/display/icons.ts';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { passkeyFailure, passkeysSupported } from './passkeys.ts';
import styles from './second-factor.module.css';

export interface CodeFormProps {
  /** Sends the code. The form shows its failure. */
  onCode: (code: string) => Promise<void>;
  /** Gives a passkey instead of a code; missing or null for a person without one. */
  onPasskey?: (() => Promise<void>) | null;
  /** Text of the button that sends the code. */
  submitText?: string;
  /** Whether a code of the authenticator app is the only one: it confirms a new secret. */
  appOnly?: boolean;
  /** Shown while a backup code is asked for: other ways without the phone. */
  help?: ReactNode;
  /** Shown between the field and the buttons. */
  options?: ReactNode;
  /** Further buttons. */
  children?: ReactNode;
}

interface CodeFieldProps {
  form: Form<z.input<typeof codeForm> & { code: string }, typeof codeForm>;
  /** Asks for a backup code instead of a code of the authenticator app. */
  backup?: boolean;
}

/** Field for a code of the second factor. */
function CodeField({ form, backup = false }: CodeFieldProps) {
  return (
    <TextField
      key={String(backup)}
      form={form}
      name="code"
      label={backup ? 'Código de respaldo' : 'Código de tu aplicación'}
      hint={backup ? 'Uno de los diez que guardaste: sirve una sola vez' : '6 números, cambian cada 30 segundos'}
      inputMode={backup ? 'text' : 'numeric'}
      autoComplete={backup ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      autoFocus
    />
  );
}

interface PasskeyButtonProps {
  /** Asks for a passkey and sends its answer. The button shows a failure. */
  onUse: () => Promise<void>;
}

/** Gives a passkey instead of a code. Absent in browsers without passkeys. */
function PasskeyButton({ onUse }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  if (!passkeysSupported()) return null;
  async function use() {
    setPending(true);
    try {
      await onUse();
    } catch (error) {
      alerts.danger(passkeyFailure(error));
    }
    setPending(false);
  }
  return (
    <Button icon={<KeyRound />} busy={pending} onClick={() => void use()}>
      Usar una llave de acceso
    </Button>
  );
}

/** Asks for a code of the authenticator app, for a backup code, or for a passkey. */
export function CodeForm({
  onCode,
  onPasskey,
  submitText = 'Continuar',
  appOnly = false,
  help,
  options,
  children,
}: CodeFormProps) {
  const [backup, setBackup] = useState(false);
  const [pending, setPending] = useState(false);
  const form = useForm(codeForm, { defaults: { code: '' } });
  const give = form.submit(async ({ code }) => {
    setPending(true);
    try {
      await onCode(code);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'code' });
    }
    setPending(false);
  });
  return (
    <AuthForm formRef={form.formRef} onSubmit={give}>
      <FormSubmitError submitError={form.submitError} />
      <CodeField form={form} backup={backup} />
      {backup && help}
      {options}
      <div className={styles.row}>
        <Button type="submit" variant="primary" busy={pending}>
          {submitText}
        </Button>
        {onPasskey && <PasskeyButton onUse={onPasskey} />}
        {children}
        {!appOnly && (
          <button type="button" className="link-button" onClick={() => setBackup(!backup)}>
            {backup ? 'Usar mi aplicación' : '¿Perdiste el teléfono?'}
          </button>
        )}
      </div>
    </AuthForm>
  );
}
