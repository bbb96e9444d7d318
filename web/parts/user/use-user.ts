import { clientInfo, currentUser } from '#shared/account.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';

/** Who is logged in. */
export interface User {
  username: string;
  /** Empty where the gateway doesn't say it. */
  company: string;
  first_name: string;
  last_name: string;
  client_phone: string;
  email: string;
  /** First and last name; the username where they aren't known. */
  name: string;
  /** `absent`: the gateway has no user call, and what the token says is all there is (readings R4). */
  state: 'loading' | 'known' | 'absent' | 'failed';
  retry: () => void;
}

/** An hour: names change seldom. */
const STALE_TIME_MS = 3_600_000;

/**
 * The logged-in person. The user call is an addition: where it is missing the username of the token stands in for the
 * name, and the company comes from the specified call (readings R4).
 *
 * @param tryForeign asks a foreign gateway too, which may know the call or not
 */
export function useUser({ tryForeign = false } = {}): User {
  const { username } = useClientSession();
  const ready = useSettingsReady();
  const { strict, foreign, user_call } = useSettings();
  const asked = ready && (!strict || (foreign && user_call && tryForeign));
  const user = useApiQuery(currentUser, asked ? {} : null, { staleTime: STALE_TIME_MS });
  const info = useApiQuery(clientInfo, ready && (!asked || user.isError) ? {} : null, { staleTime: STALE_TIME_MS });

  const details = { ...user.data, ...user.data?.results };
  const text = (key: 'first_name' | 'last_name' | 'client_phone' | 'email') => details[key] ?? '';
  const stateUnanswered = () => {
    if (ready && (!asked || user.error?.status === 404)) return 'absent';
    return user.isError ? 'failed' : 'loading';
  };
  return {
    username: details.username || username,
    company: details.client_company_name || info.data?.client_company_name || '',
    first_name: text('first_name'),
    last_name: text('last_name'),
    client_phone: text('client_phone'),
    email: text('email'),
    name: `${text('first_name')} ${text('last_name')}`.trim() || username,
    state: user.data ? 'known' : stateUnanswered(),
    retry: () => void user.refetch(),
  };
}
