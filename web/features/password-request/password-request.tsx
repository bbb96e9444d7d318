import { useState } from 'react';
import { recover, recoverForm } from '#shared/access.ts';
import { useForm } from '#web/lib/forms.ts';
import { useSend } from '#web/lib/send.ts';
import { DoorForm, DoorNote } from '#web/parts/door/door-form.tsx';
import { DoorPage } from '#web/parts/door/door-page.tsx';
import { FormRefusal } from '#web/parts/form/form-refusal.tsx';
import { showFailure } from '#web/parts/form/show-failure.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

const TITLE = 'Recuperar contraseña';

/** `/password-reset-request`: asks for the e-mail to which the link goes (D2 §2, §5). */
export default function PasswordRequest() {
  const [sent, setSent] = useState('');
  const { send, pending } = useSend(recover);
  const form = useForm(recoverForm, { defaults: { email: '' } });

  const ask = form.submit(async (body) => {
    try {
      const { message } = await send({ body });
      setSent(message || 'Te enviamos un correo con los pasos a seguir');
    } catch (error) {
      showFailure(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'email' });
    }
  });

  return (
    <DoorPage title={TITLE} stub={<Link to={paths.home}>Volver al ingreso</Link>}>
      {sent === '' ? (
        <DoorForm formRef={form.formRef} onSubmit={ask}>
          <FormRefusal refusal={form.refusal} />
          <DoorNote>Escribí el email de tu cuenta y te enviamos un enlace para elegir otra contraseña.</DoorNote>
          <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
          <Button type="submit" variant="primary" busy={pending}>
            Enviar enlace
          </Button>
        </DoorForm>
      ) : (
        <DoorNote role="status" result="success">
          {sent}
        </DoorNote>
      )}
    </DoorPage>
  );
}
