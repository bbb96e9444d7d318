import { askStaffPasskey, staffLoginPasskey } from '#shared/ops/staff-passkeys.ts';
import { staffLoginCode } from '#shared/ops/staff-sessions.ts';
import { signByPasskey } from '#web/lib/passkeys.ts';
import { CodeForm } from '#web/parts/second-factor/code-form.tsx';
import { PasskeyButton } from '#web/parts/second-factor/passkey-button.tsx';
import { LoginFrame } from './login-frame.tsx';
import { type CurrentStaff, callStaff, staffQueries, useStaffCall } from './staff-api.ts';
import { useLogout } from './use-logout.ts';

/** Asks for the second step of a login: a code of the authenticator app, a backup code or a passkey. */
export function CodeStep({ me }: { me: CurrentStaff }) {
  const { send } = useStaffCall(staffLoginCode);
  const { logOut } = useLogout();

  const give = async (code: string) => {
    await send({ body: { code } });
    await staffQueries.invalidateQueries();
  };

  const usePasskey = async () => {
    const answer = await signByPasskey((await callStaff(askStaffPasskey)).results);
    await callStaff(staffLoginPasskey, { body: answer });
    await staffQueries.invalidateQueries();
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
