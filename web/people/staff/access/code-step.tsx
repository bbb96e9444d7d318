import { askStaffPasskey, staffLoginPasskey } from '#shared/people/staff-passkeys.ts';
import { staffLoginCode } from '#shared/people/staff-sessions.ts';
import { call } from '#web/lib/api.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { signByPasskey } from '#web/lib/passkeys.ts';
import { queryClient } from '#web/lib/queries.ts';
import { CodePage } from '#web/people/second-factor/code-page.tsx';
import { LoginFrame } from './login-frame.tsx';
import type { Person } from './me.ts';
import { useLogout } from './use-logout.ts';

/** Asks for the second step of a login. */
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
    <CodePage
      Frame={LoginFrame}
      name={me.email}
      onCode={give}
      onPasskey={me.has_passkey ? usePasskey : null}
      leaveText="Entrar con otro email"
      onLeave={logOut}
    />
  );
}
