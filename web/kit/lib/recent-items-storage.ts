import { storage } from './storage.ts';

/** Storage key of the items that a user opened last, for the search palette. */
export const recentItemsKey = (username: string) => `recent:${encodeURIComponent(username)}`;

/** Deletes a user's recent items at the end of the session: they contain names of people. */
export function clearRecentItems(username: string): void {
  storage.remove(recentItemsKey(username));
}
