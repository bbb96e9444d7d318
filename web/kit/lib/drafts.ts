import { DAY_MS } from '#shared/kit/time-units.ts';
import { storage } from './storage.ts';

/** How long a draft is kept (readings S15), in milliseconds. */
const MAX_AGE_MS = DAY_MS;

/** Values that a user typed into a form and hasn't saved. */
export interface Draft<V> {
  /** Time of the last change, in milliseconds since 1970. */
  at: number;
  values: V;
}

const PREFIX = 'draft:';
const userPrefix = (username: string) => `${PREFIX}${encodeURIComponent(username)}:`;

/** Returns the storage key of a user's draft of one form. */
export const draftKey = (username: string, form: string) => userPrefix(username) + form;

/** Reads a draft; null when there is none, it is older than 24 hours, or it can't be read. */
export function readDraft<V>(key: string, now: number): Draft<V> | null {
  const text = storage.read(key);
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as Draft<V>;
    if (typeof draft.at === 'number' && now - draft.at < MAX_AGE_MS && typeof draft.values === 'object') return draft;
  } catch {
    // Written by other code, or truncated by a full storage.
  }
  storage.remove(key);
  return null;
}

export function writeDraft<V>(key: string, draft: Draft<V>): void {
  storage.write(key, JSON.stringify(draft));
}

export function dropDraft(key: string): void {
  storage.remove(key);
}

/** Deletes every draft of a user, at a deliberate logout (readings S15). */
export function dropDrafts(username: string): void {
  for (const key of storage.keys(userPrefix(username))) storage.remove(key);
}

/** Deletes the expired drafts of all users. */
export function dropExpiredDrafts(now: number): void {
  for (const key of storage.keys(PREFIX)) readDraft(key, now);
}
