import { useEffect } from 'react';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { clientInfo } from '#shared/people/account.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { companyKey } from '#web/kit/call/session.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { useLoadedSettings } from '#web/kit/call/settings.ts';
import { storage } from '#web/kit/lib/storage.ts';

/** One hour: the name seldom changes. */
const STALE_TIME_MS = HOUR_MS;

/**
 * Returns the company's name; empty if it can't be loaded, null while loading. Before a foreign gateway the name is stored until the
 * session ends, so that further pages don't ask for it again.
 *
 * @param needed false makes no call
 */
export function useCompany(needed = true): string | null {
  const key = companyKey(useClientSession().username);
  const settings = useLoadedSettings();
  const foreign = settings?.foreign;
  const stored = foreign ? storage.read(key) : null;
  const { data, isPending } = useApiQuery(clientInfo, settings && needed && stored === null ? {} : null, {
    staleTime: STALE_TIME_MS,
  });
  const name = data?.client_company_name;
  useEffect(() => {
    if (foreign && name) storage.write(key, name);
  }, [foreign, key, name]);
  return stored ?? (isPending ? null : (name ?? ''));
}
