import * as z from 'zod/mini';
import { tokenClaims } from '#shared/people/access.ts';
import { storage } from '#web/kit/lib/storage.ts';
import { createStore, useStore } from '#web/kit/lib/store.ts';

/** Keys of the session in browser storage, exactly those of D1 §3; the auth flag is `auth` (readings C44). */
const KEYS = [
  'token',
  'username',
  'auth',
  'terms',
  'usr_prep',
  'logistica_inversa',
  'fulfillment',
  'print_config',
  'print_config_changed',
  'terms_config',
] as const;

export type SessionKey = (typeof KEYS)[number];

/** The session's data, which decide what the portal shows; the server decides what the user may do (readings S4). */
export interface Session {
  token: string;
  username: string;
  termsAccepted: boolean;
  /** Id of the accepted terms; null until known. */
  termsId: string | null;
  prepaid: boolean;
  reverseLogistics: boolean;
  /** Null until the delivery modes are loaded. */
  fulfillment: boolean | null;
  /** 'pdf' or 'zpl'; with any other text labels can't be printed in batches. */
  printConfig: string;
  /** True once the user chose a format in this session: the choice overrides the token's format. */
  printConfigChanged: boolean;
}

const readFlag = (key: SessionKey) => storage.read(key) === 'true';

function read(): Session | null {
  const token = storage.read('token');
  if (!token || !readFlag('auth')) return null;
  return {
    token,
    username: storage.read('username') ?? '',
    // Only the text 'false' means that the terms are due (D1 §4).
    termsAccepted: storage.read('terms') !== 'false',
    termsId: storage.read('terms_config'),
    prepaid: readFlag('usr_prep'),
    reverseLogistics: readFlag('logistica_inversa'),
    fulfillment: storage.read('fulfillment') === null ? null : readFlag('fulfillment'),
    printConfig: storage.read('print_config') ?? 'pdf',
    printConfigChanged: readFlag('print_config_changed'),
  };
}

const store = createStore<Session | null>(read());

/** Reads storage again and notifies listeners only if the session changed. */
function refresh(): void {
  const next = read();
  if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
}

/** Applies logins, logouts and print formats of other tabs. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // A null key means that storage was emptied.
    if (key === null || (KEYS as readonly string[]).includes(key)) refresh();
  });
}

/** Returns the session of this browser; null without a login. */
export const currentSession = (): Session | null => store.get();

export const onSessionChange = store.subscribe;

export function useSession(): Session | null {
  return useStore(store);
}

/** Returns the session, on screens that require one. */
export function useClientSession(): Session {
  const session = useStore(store);
  if (!session) throw new Error('This screen opens only with a session');
  return session;
}

/** Writes keys of the session and notifies listeners. */
export function writeSession(values: Partial<Record<SessionKey, string | boolean>>): void {
  for (const [key, value] of Object.entries(values)) storage.write(key, String(value));
  refresh();
}

/** Removes exactly the session's keys (readings S15), which resets the print format to 'pdf'. */
export function clearSession(): void {
  for (const key of KEYS) storage.remove(key);
  refresh();
}

const BASE64URL = { '-': '+', _: '/' } as Record<string, string>;

/**
 * Returns the unverified claims of a token, which only decide what the portal shows; null if the token can't be parsed.
 */
export function readClaims(token: string): z.output<typeof tokenClaims> | null {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/[-_]/g, (sign) => BASE64URL[sign] ?? sign);
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    const claims = z.safeParse(tokenClaims, JSON.parse(new TextDecoder().decode(bytes)));
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}

/**
 * Opens a session with a token. Stored values of the same user take priority over the claims (D1 §4). Returns false if
 * the token can't be parsed.
 */
export function openSession(token: string, typedName: string): boolean {
  const claims = readClaims(token);
  if (!claims) return false;
  const username = claims.username || typedName;
  if (storage.read('username') !== username) for (const key of KEYS) storage.remove(key);
  const fromClaims: Partial<Record<SessionKey, string>> = {
    terms: String(claims.terms_accepted ?? false),
    usr_prep: String(claims.prepago ?? false),
    logistica_inversa: String(claims.logistica_inversa ?? false),
    print_config: claims.default_format?.toLowerCase() || 'pdf',
    print_config_changed: 'false',
  };
  const missing = Object.entries(fromClaims).filter(([key]) => storage.read(key) === null);
  writeSession({ ...Object.fromEntries(missing), username, token, auth: true });
  return true;
}

/** Shows the terms and waits; resolves to true when the user accepted them, false when the session ended. */
export function whenTermsAccepted(): Promise<boolean> {
  writeSession({ terms: false });
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      const session = store.get();
      if (session && !session.termsAccepted) return;
      stop();
      resolve(session !== null);
    });
  });
}
