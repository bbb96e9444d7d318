import { useNavigate } from 'react-router';
import { acceptanceForm, acceptInvitation } from '#shared/people/team.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { startSession } from '#web/lib/session.ts';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { PasswordField } from '#web/parts/form/password-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { paths } from '#web/paths.ts';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { Button } from '#web/ui/button.tsx';

interface AcceptanceFormProps {
  token: string;
  company: string;
}

/** The data of a person who accepts an invitation; the person is then logged in. */
export function AcceptanceForm({ token, company }: AcceptanceFormProps) {
  const navigate = useNavigate();
  const { send, pending } = useApiMutation(acceptInvitation);
  const form = useForm(acceptanceForm, {
    defaults: { username: '', first_name: '', last_name: '', phone: '', password: '' },
  });

  const accept = form.submit(async (typed) => {
    try {
      const reply = await send({ body: { token, ...typed } });
      if (!(await startSession(reply.token, typed.username))) return;
      navigate(paths.statistics, { replace: true });
      alerts.success(`Ya sos parte del equipo de ${company}`);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'username' });
    }
  });

  return (
    <AuthForm formRef={form.formRef} onSubmit={accept}>
      <FormSubmitError submitError={form.submitError} />
      <TextField form={form} name="first_name" label="Nombre" autoComplete="given-name" />
      <TextField form={form} name="last_name" label="Apellido" autoComplete="family-name" />
      <TextField form={form} name="phone" label="Teléfono" type="tel" inputMode="tel" autoComplete="tel" />
      <TextField form={form} name="username" label="Nombre de usuario" autoComplete="username" autoCapitalize="none" />
      <PasswordField
        form={form}
        name="password"
        label="Contraseña"
        autoComplete="new-password"
        strength
        username={form.rhf.watch('username')}
      />
      <Button type="submit" variant="primary" busy={pending}>
        Aceptar la invitación
      </Button>
    </AuthForm>
  );
}
