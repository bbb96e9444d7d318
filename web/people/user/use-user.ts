import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { currentUser } from '#shared/people/account.ts';
import { approvalReason } from '#shared/people/rules/approval.ts';
import type { UserRole } from '#shared/people/rules/permissions.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { useCompany } from './use-company.ts';

/** The logged-in user. */
export interface User {
  username: string;
  /** Empty if the gateway doesn't send it. */
  company: string;
  first_name: string;
  last_name: string;
  client_phone: string;
  email: string;
  /** Null until known, and before a gateway without roles. */
  role: UserRole | null;
  /** Reason why the provider lets the client only read (readings C52); null for an approved client, and until known. */
  unapproved: string | null;
  /** From when new terms bind that the client hasn't accepted (readings C56), ISO 8601; null without such terms, and until known. */
  termsBindFrom: string | null;
  /** From when the company requires a second factor that the user hasn't set up, ISO 8601; null otherwise, and until known. */
  factorRequiredFrom: string | null;
  /** First and last name; the username if both are unknown. */
  name: string;
  /** `absent`: the gateway has no user call, and only the token's data are known (readings R4). */
  state: 'loading' | 'known' | 'absent' | 'failed';
  retry: () => void;
}

/** One hour: names seldom change. */
const STALE_TIME_MS = HOUR_MS;

/**
 * Loads the logged-in user. The user call is our addition: without it the token's username replaces the name, and the
 * company comes from the specified call (readings R4).
 *
 * @param capability `foreignUser` also makes the call to a foreign gateway, which may have it or not
 */
export function useUser(capability: 'user' | 'foreignUser' = 'user'): User {
  const { username } = useClientSession();
  const isCallAvailable = useCapability(capability);
  const user = useApiQuery(currentUser, {}, { staleTime: STALE_TIME_MS, capability });
  const company = useCompany(!isCallAvailable || user.isError);

  const details: Partial<ReplyOf<typeof currentUser>['results']> = user.data?.results ?? {};
  const text = (key: 'first_name' | 'last_name' | 'client_phone' | 'email') => details[key] ?? '';
  const stateUnanswered = () => {
    if (isCallAvailable === false || user.error?.status === 404) return 'absent';
    return user.isError ? 'failed' : 'loading';
  };
  return {
    username: details.username || username,
    company: details.client_company_name || company || '',
    first_name: text('first_name'),
    last_name: text('last_name'),
    client_phone: text('client_phone'),
    email: text('email'),
    role: details.role ?? null,
    unapproved: approvalReason({
      approved: details.approved ?? true,
      rejectionReason: details.rejection_reason ?? null,
    }),
    termsBindFrom: details.terms_bind_from ?? null,
    factorRequiredFrom: details.factor_required_from ?? null,
    name: `${text('first_name')} ${text('last_name')}`.trim() || username,
    state: user.data ? 'known' : stateUnanswered(),
    retry: () => void user.refetch(),
  };
}
