import { useNavigate, useParams } from 'react-router';
import * as z from 'zod/mini';
import { passwordChange, resetPassword } from '#shared/people/access.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { NewPasswordForm } from '#web/people/password/new-password-form.tsx';

const schema = z.object({ password: passwordChange.shape.newPassword });

/** `/password_reset/{hash}`: sets a new password, with the hash of the mail as token (D2 §2). */
export default function PasswordReset() {
  const { hash = '' } = useParams();
  const navigate = useNavigate();
  const { send, pending } = useApiMutation(resetPassword);

  async function reset({ password }: { password: string }) {
    const { message } = await send({ body: { token: hash, password } });
    alerts.success(message || 'La contraseña fue cambiada correctamente');
    navigate(paths.login, { replace: true });
  }

  return (
    <AuthPage title="Nueva contraseña" stub={<Link to={paths.passwordRequest}>Pedir otro enlace</Link>}>
      <NewPasswordForm schema={schema} required="Debés escribir una contraseña." pending={pending} onPassword={reset} />
    </AuthPage>
  );
}
