import { storage } from './storage.ts';

/** Under which a user's last opened things are kept: the search palette offers them again. */
export const recentKey = (username: string) => `recent:${encodeURIComponent(username)}`;

/** Forgets them with the session: they name people. */
export function forgetRecent(username: string): void {
  storage.remove(recentKey(username));
}
