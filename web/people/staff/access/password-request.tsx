import { recoverStaffPassword, staffRecoverForm } from '#shared/people/staff-password.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { PasswordRequestPage } from '#web/people/password/request-page.tsx';

/** `/contrasena`: sends somebody of the staff who forgot the password a link. */
export function PasswordRequest() {
  const { send, pending } = useApiMutation(recoverStaffPassword);
  return (
    <PasswordRequestPage
      schema={staffRecoverForm}
      login="/consola"
      intro="Escribí el email con el que entrás a la consola y te enviamos un enlace para elegir otra contraseña. También te va a pedir un código de tu segundo paso: si todavía no lo configuraste, pedile a un administrador que restablezca tu contraseña."
      pending={pending}
      onRequest={async (body) => (await send({ body })).message}
    />
  );
}
