import { currentStaff, staffLoginCode } from '#shared/ops/staff-sessions.ts';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { CodeForm } from '#web/parts/second-factor/code-form.tsx';
import { refetchStaff, useStaffCall } from './staff-api.ts';
import { useLogout } from './use-logout.ts';

/** Asks for the second step of a login: a code of the authenticator app or a backup code. */
export function CodeStep({ email }: { email: string }) {
  const { send } = useStaffCall(staffLoginCode);
  const { logOut } = useLogout();

  const give = async (code: string) => {
    await send({ body: { code } });
    await refetchStaff(currentStaff);
  };

  return (
    <AuthPage
      title="Segundo paso"
      heading={`Entrás como ${email}`}
      stub={
        <button type="button" className="link-button" onClick={logOut}>
          Entrar con otro email
        </button>
      }
    >
      <CodeForm onCode={give} />
    </AuthPage>
  );
}
