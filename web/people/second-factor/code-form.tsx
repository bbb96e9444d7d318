import { type ReactNode, useState } from 'react';
import { codeForm } from '#shared/people/factor-code.ts';
import { useForm } from '#web/lib/forms.ts';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
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
