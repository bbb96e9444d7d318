import { acceptTerms, logout as logoutCall, newestTerms } from '#shared/access.ts';
import { deliveryModes } from '#shared/lookups.ts';
import { paths } from '#web/paths.ts';
import { call } from './api.ts';
import { dropDrafts } from './drafts.ts';
import { latestTerms } from './latest-terms.ts';
import { isPageUnloading } from './page-unload.ts';
import { clearRecentItems } from './recent-items-storage.ts';
import { clearSession, currentSession, openSession, writeSession } from './session-store.ts';
import { currentSettings } from './settings.ts';

const FULFILLMENT_MODE = 'Fulfillment Refrigerado';

/**
 * Starts the session of a fresh token. Answers false when its flags could not be loaded: the visitor is then logged out
 * and the page loads anew (D1 §4).
 */
export async function startSession(token: string, typedName: string): Promise<boolean> {
  if (!openSession(token, typedName)) {
    logOutAndReload();
    return false;
  }
  return loadFlags();
}

function logOutAndReload(): void {
  endSession({ forced: true });
  window.location.assign(paths.login);
}

/** Reads the flag that no token carries: fulfillment shows in the names of the delivery modes. Known ones stay. */
export function loadFlags(): Promise<boolean> {
  if (currentSession()?.fulfillment !== null) return Promise.resolve(true);
  loading ??= readFulfillment()
    .then(
      () => true,
      () => {
        // A 401 on the way has already sent the browser out; a page that is being left only breaks its calls off.
        if (currentSession() && !isPageUnloading()) logOutAndReload();
        return false;
      },
    )
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** One reading at a time: the login and the shell both ask. */
let loading: Promise<boolean> | null = null;

async function readFulfillment(): Promise<void> {
  const { results } = await call(deliveryModes);
  if (currentSession()) writeSession({ fulfillment: (results ?? []).some(({ name }) => name === FULFILLMENT_MODE) });
}

/**
 * Stores the id of the terms that are in force, for a session whose terms were accepted before it began (D1 §3). Without an
 * answer the key stays away.
 */
export async function loadTermsId(): Promise<void> {
  if (currentSession()?.termsAccepted !== true || currentSession()?.termsId !== null) return;
  const terms = latestTerms((await call(newestTerms)).results);
  if (terms && currentSession()?.termsAccepted) writeSession({ terms_config: String(terms.id) });
}

/** Accepts the terms that were shown, and refreshes the flags (D1 §4). */
export async function acceptShownTerms(id: number): Promise<void> {
  await call(acceptTerms, { params: { id } });
  writeSession({ terms: true, terms_config: String(id) });
  await readFulfillment().catch(() => undefined);
}

/**
 * Ends the session: its keys go and what was searched for, and the server is told, without waiting for it. A deliberate end also deletes the user's
 * drafts; a forced one (401) keeps them for their return (readings S15).
 */
export function endSession({ forced }: { forced: boolean }): void {
  const session = currentSession();
  clearSession();
  if (session) clearRecentItems(session.username);
  if (!session || forced) return;
  dropDrafts(session.username);
  // An addition of ours: a foreign gateway doesn't know it (readings R4).
  if (currentSettings().strict) return;
  void call(logoutCall, { token: session.token }).catch(() => undefined);
}
