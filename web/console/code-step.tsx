import { useState } from 'react';
import { codeForm } from '#shared/factor-code.ts';
import { currentStaff, staffLoginCode } from '#shared/ops/staff-sessions.ts';
import { useForm } from '#web/lib/forms.ts';
import { AuthForm } from '#web/parts/auth/auth-form.tsx';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { CodeField } from '#web/parts/second-factor/code-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { refetchStaff, useStaffCall } from './staff-api.ts';
import { useLogout } from './use-logout.ts';

/** Asks for the second step of a login: a code of the authenticator app or a backup code. */
export function CodeStep({ email }: { email: string }) {
  const [backup, setBackup] = useState(false);
  const { send, pending } = useStaffCall(staffLoginCode);
  const { logOut } = useLogout();
  const form = useForm(codeForm, { defaults: { code: '' } });

  const give = form.submit(async (body) => {
    try {
      await send({ body });
      await refetchStaff(currentStaff);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'code' });
    }
  });

  return (
    <AuthPage
      title="Segundo paso"
      heading={`Entrás como ${email}`}
      stub={
        <>
          <button type="button" className="link-button" onClick={() => setBackup(!backup)}>
            {backup ? 'Usar mi aplicación' : 'No tengo el teléfono'}
          </button>
          <button type="button" className="link-button" onClick={logOut}>
            Entrar con otro email
          </button>
        </>
      }
    >
      <AuthForm formRef={form.formRef} onSubmit={give}>
        <FormSubmitError submitError={form.submitError} />
        <CodeField form={form} backup={backup} />
        <Button type="submit" variant="primary" busy={pending}>
          Continuar
        </Button>
      </AuthForm>
    </AuthPage>
  );
}
