import { useNavigate, useParams } from 'react-router';
import * as z from 'zod/mini';
import { factorCode } from '#shared/people/second-factor/factor-code.ts';
import {
  readStaffPasswordLink,
  resetStaffPassword,
  STAFF_PASSWORD_MIN,
  staffPassword,
} from '#shared/people/staff-password.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { NewPasswordForm } from '#web/people/password/new-password-form.tsx';
import { PASSWORD_PATH } from './session-path.ts';

const withoutCode = z.object({ password: staffPassword });
const withCode = z.object({ password: staffPassword, code: factorCode });

/** `/contrasena/{token}`: sets a new password by the link of a mail. */
export function PasswordReset() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { send, pending } = useApiMutation(resetStaffPassword);
  const { data, error } = useApiQuery(
    readStaffPasswordLink,
    { body: { token } },
    { staleTime: Number.POSITIVE_INFINITY },
  );

  async function reset(typed: { password: string; code?: string | undefined }) {
    const { message } = await send({ body: { token, ...typed } });
    alerts.success(message, 'Ya podés entrar con tu contraseña nueva');
    navigate('/consola', { replace: true });
  }

  return (
    <AuthPage title="Nueva contraseña" stub={<Link to={PASSWORD_PATH}>Pedir otro enlace</Link>}>
      {error ? (
        <Note tone="bad" role="alert">
          {error.message}
        </Note>
      ) : data ? (
        <NewPasswordForm
          schema={data.results.code_required ? withCode : withoutCode}
          required="Escribí una contraseña"
          hint={`Al menos ${STAFF_PASSWORD_MIN} caracteres`}
          asksCode={data.results.code_required}
          pending={pending}
          onPassword={reset}
        >
          <p>Es la contraseña de {data.results.email}.</p>
          {/* Password managers store the password under this name. */}
          <input type="hidden" name="username" autoComplete="username" value={data.results.email} readOnly />
        </NewPasswordForm>
      ) : (
        <Spinner />
      )}
    </AuthPage>
  );
}
