import { storage } from './storage.ts';

/** Storage key of the pages that a user opened last, for the search palette. */
export const recentPagesKey = (username: string) => `recent:${encodeURIComponent(username)}`;

/** Deletes a user's recent pages at the end of the session: they contain names of people. */
export function clearRecentPages(username: string): void {
  storage.remove(recentPagesKey(username));
}
