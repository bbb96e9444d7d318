import { clientInfo, currentUser } from '#shared/account.ts';
import { useCall } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';

/** Who is logged in, as the top bar shows them. */
export interface ShownUser {
  name: string;
  company: string;
}

/** An hour: names change seldom. */
const SELDOM = 3_600_000;

/**
 * The logged-in person. The user call is an addition: before a foreign gateway the username of the token stands in for
 * the name, and the company comes from the specified call (readings R4).
 */
export function useUser(): ShownUser {
  const { username } = useClientSession();
  const ready = useSettingsReady();
  const { strict } = useSettings();
  const user = useCall(currentUser, ready && !strict ? {} : null, { staleTime: SELDOM });
  const info = useCall(clientInfo, ready && (strict || user.isError) ? {} : null, { staleTime: SELDOM });
  const name = `${user.data?.first_name ?? ''} ${user.data?.last_name ?? ''}`.trim();
  return {
    name: name || username,
    company: user.data?.client_company_name || info.data?.client_company_name || '',
  };
}
