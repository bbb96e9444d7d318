import type { User } from './user.store.ts';

/**
 * Domain endings that mail programs turn into links, for names that the account's owner confirmed: countries and common
 * ones.
 */
const COMMON_ENDING =
  /\.(?:[a-z]{2}|com|net|org|info|biz|app|dev|xyz|top|shop|store|site|online|club|link|click|live|page|web)\b/i;

/** Two words around a dot: nearly any word is a top-level domain today. */
const ANY_ENDING = /[\p{L}\p{N}-]\.\p{L}{2,}/u;

/**
 * Whether a mail program may turn a text into a link, or a person may read it as a URL. Anybody can register with
 * somebody else's e-mail, and a name that is a URL would place a foreign link in our mail (phishing).
 *
 * @param ending the dotted words that count as a domain
 */
export function looksLikeUrl(text: string, ending: RegExp = ANY_ENDING): boolean {
  // Removes invisible characters inside a URL and normalises look-alike dots and letters.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{C}/gu, '')
    .replace(/[\u2024\u3002\uFE52\uFF61]/g, '.');
  return /[@/\\]|:\/|www\./i.test(plain) || ending.test(plain);
}

type Named = Pick<User, 'firstName' | 'username' | 'email' | 'activatedAt'>;

/** Returns the first name for a mail; empty if it looks like a URL. */
export const greetingName = ({ firstName }: Named): string => (looksLikeUrl(firstName) ? '' : firstName);

/**
 * Returns the user name for a mail; null if it looks like a URL. Allows the account's own e-mail and, once the account
 * is active, a dotted name ('ana.paz').
 */
export function displayUsername({ username, email, activatedAt }: Named): string | null {
  if (username.toLowerCase() === email.toLowerCase()) return username;
  return looksLikeUrl(username, activatedAt ? COMMON_ENDING : ANY_ENDING) ? null : username;
}
