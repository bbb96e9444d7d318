import { askStaffPasskey, staffLoginPasskey } from '#shared/ops/staff-passkeys.ts';
import { staffLoginCode } from '#shared/ops/staff-sessions.ts';
import { call } from '#web/lib/api.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { signByPasskey } from '#web/lib/passkeys.ts';
import { queryClient } from '#web/lib/queries.ts';
import { CodeForm } from '#web/parts/second-factor/code-form.tsx';
import { PasskeyButton } from '#web/parts/second-factor/passkey-button.tsx';
import { LoginFrame } from './login-frame.tsx';
import type { Person } from './me.ts';
import { useLogout } from './use-logout.ts';

/** Asks for the second step of a login: a code of the authenticator app, a backup code or a passkey. */
export function CodeStep({ me }: { me: Person }) {
  const { send } = useApiMutation(staffLoginCode);
  const { logOut } = useLogout();

  const give = async (code: string) => {
    await send({ body: { code } });
    await queryClient.invalidateQueries();
  };

  const usePasskey = async () => {
    const answer = await signByPasskey((await call(askStaffPasskey)).results);
    await call(staffLoginPasskey, { body: answer });
    await queryClient.invalidateQueries();
  };

  return (
    <LoginFrame
      title="Segundo paso"
      heading={`Entrás como ${me.email}`}
      stub={
        <button type="button" className="link-button" onClick={logOut}>
          Entrar con otro email
        </button>
      }
    >
      <CodeForm onCode={give}>{me.has_passkey && <PasskeyButton onUse={usePasskey} />}</CodeForm>
    </LoginFrame>
  );
}
