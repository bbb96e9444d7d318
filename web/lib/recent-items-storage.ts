import { storage } from './storage.ts';

/** Under which a user's last opened things are kept: the search palette offers them again. */
export const recentItemsKey = (username: string) => `recent:${encodeURIComponent(username)}`;

/** Forgets them with the session: they name people. */
export function clearRecentItems(username: string): void {
  storage.remove(recentItemsKey(username));
}
