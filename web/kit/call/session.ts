import { deliveryModes } from '#shared/orders/lookups.ts';
import { acceptTerms, logout as logoutCall, newestTerms } from '#shared/people/access.ts';
import { dropDrafts } from '#web/kit/lib/drafts.ts';
import { clearRecentPages } from '#web/kit/lib/recent-pages-storage.ts';
import { storage } from '#web/kit/lib/storage.ts';
import { isPageUnloading } from '#web/kit/live/page-unload.ts';
import { paths } from '#web/paths.ts';
import { call } from './api.ts';
import { dropBlockReason } from './block-reason.ts';
import { hasCapability } from './capabilities.ts';
import { latestTerms } from './latest-terms.ts';
import { clearSession, currentSession, openSession, writeSession } from './session-store.ts';

const FULFILLMENT_MODE = 'Fulfillment Refrigerado';

/**
 * Starts a session with a new token. Returns false when its flags could not be loaded: the user is then logged out and
 * the page reloads (D1 §4).
 */
export async function startSession(token: string, typedName: string): Promise<boolean> {
  if (!openSession(token, typedName)) {
    logOutAndReload();
    return false;
  }
  dropBlockReason();
  return loadFlags();
}

function logOutAndReload(): void {
  endSession({ forced: true });
  window.location.assign(paths.login);
}

/** Loads the fulfillment flag, which no token contains, from the names of the delivery modes. Keeps a known flag. */
export function loadFlags(): Promise<boolean> {
  const session = currentSession();
  if (session?.fulfillment !== null) return Promise.resolve(true);
  if (loading?.token !== session.token) loading = { token: session.token, done: loadFlagsOf(session.token) };
  return loading.done;
}

/** The pending load of a session: its login and the shell share it. */
let loading: { token: string; done: Promise<boolean> } | null = null;

async function loadFlagsOf(token: string): Promise<boolean> {
  try {
    await readFulfillment();
    return currentSession()?.token === token;
  } catch {
    // A 401 has already logged out; on a page that is being left, the browser aborts calls.
    if (currentSession()?.token === token && !isPageUnloading()) logOutAndReload();
    return false;
  } finally {
    if (loading?.token === token) loading = null;
  }
}

/** Reads the fulfillment flag of the session, unless another one has begun when the answer arrives. */
async function readFulfillment(): Promise<void> {
  const token = currentSession()?.token;
  const { results } = await call(deliveryModes);
  if (currentSession()?.token !== token) return;
  writeSession({ fulfillment: results.some(({ name }) => name === FULFILLMENT_MODE) });
}

/**
 * Stores the id of the current terms, for a session whose terms were accepted before the login (D1 §3). Without a reply, and
 * while newer terms aren't accepted, the key stays unset.
 */
export async function loadTermsId(): Promise<void> {
  if (currentSession()?.termsAccepted !== true || currentSession()?.termsId !== null) return;
  const terms = latestTerms((await call(newestTerms)).results);
  if (terms && terms.accepted !== false && currentSession()?.termsAccepted)
    writeSession({ terms_config: String(terms.id) });
}

/** Accepts the shown terms and reloads the flags (D1 §4). */
export async function acceptShownTerms(id: number): Promise<void> {
  await call(acceptTerms, { params: { id } });
  writeSession({ terms: true, terms_config: String(id) });
  await readFulfillment().catch(() => undefined);
}

/** Key under which a user's company is stored during a session before a foreign gateway. */
export const companyKey = (username: string) => `company:${encodeURIComponent(username)}`;

/**
 * Ends the session: deletes its keys, the company and the recent pages, and calls the server's logout without waiting. A deliberate
 * end also deletes the user's drafts; a forced one (401) keeps them (readings S15).
 */
export function endSession({ forced }: { forced: boolean }): void {
  const session = currentSession();
  clearSession();
  if (session) {
    clearRecentPages(session.username);
    storage.remove(companyKey(session.username));
  }
  if (!session || forced) return;
  dropDrafts(session.username);
  // D1 §7 has no call that ends a session.
  if (!hasCapability('accountSecurity')) return;
  void call(logoutCall, { token: session.token }).catch(() => undefined);
}
