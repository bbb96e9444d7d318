import * as z from 'zod/mini';
import { registrationSteps } from '#shared/people/registration.ts';
import { correctUser, type OperatorUser } from '#shared/people/staff-client-users.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { FormDialog } from '#web/parts/form/form-dialog.tsx';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { runClientAction } from './run-client-action.ts';

const { nombre, apellido, telefono, email } = registrationSteps.contact.shape;
const userForm = z.object({ first_name: nombre, last_name: apellido, email, phone: telefono });

interface CorrectUserProps {
  clientId: string;
  user: OperatorUser;
  onClose: () => void;
}

/** Corrects name, e-mail and phone of a user. */
export function CorrectUser({ clientId, user, onClose }: CorrectUserProps) {
  const { send, pending } = useApiMutation(correctUser);
  const { first_name, last_name, phone, username, id } = user;
  const form = useForm(userForm, { defaults: { first_name, last_name, email: user.email, phone } });
  const save = form.submit(async (body) => {
    try {
      const saved = await send({ params: { clientId, id: String(id) }, body });
      onClose();
      await runClientAction(async () => saved);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'email' });
    }
  });
  return (
    <FormDialog
      title={`Corregir los datos de ${username}`}
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      pending={pending}
      refused={null}
      onClose={onClose}
      className="stack"
    >
      <FormSubmitError submitError={form.submitError} />
      <TextField form={form} name="first_name" label="Nombre" autoComplete="off" />
      <TextField form={form} name="last_name" label="Apellido" autoComplete="off" />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        hint="Un email nuevo se avisa a los dos, y los enlaces enviados dejan de servir."
      />
      <TextField form={form} name="phone" label="Teléfono" type="tel" autoComplete="off" />
    </FormDialog>
  );
}
