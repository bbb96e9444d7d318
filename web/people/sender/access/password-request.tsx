import { recover, recoverForm } from '#shared/people/access.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { paths } from '#web/paths.ts';
import { PasswordRequestPage } from '#web/people/password/request-page.tsx';

/** `/password-reset-request`: sends a reset link to the e-mail of the account (D2 §2, §5). */
export default function PasswordRequest() {
  const { send, pending } = useApiMutation(recover);
  return (
    <PasswordRequestPage
      schema={recoverForm}
      login={paths.home}
      intro="Escribí el email de tu cuenta y te enviamos un enlace para elegir otra contraseña."
      pending={pending}
      onRequest={async (body) => (await send({ body })).message || 'Te enviamos un correo con los pasos a seguir'}
    />
  );
}
