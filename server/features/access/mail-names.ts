import type { User } from './user.store.ts';

/**
 * Domain endings that mail programs turn into links, for names that the account's owner confirmed: countries and common
 * ones.
 */
const COMMON_ENDING =
  /\.(?:[a-z]{2}|com|net|org|info|biz|app|dev|xyz|top|shop|store|site|online|club|link|click|live|page|web)\b/i;

/** Two words around a dot: nearly any word is a top-level domain today. */
const ANY_ENDING = /[\p{L}\p{N}-]\.\p{L}{2,}/u;

/** A dot that a person reads in brackets: `evil[.]com`, `evil (dot) com`. */
const BRACKETED_DOT = /\s*[[({<]\s*(?:\.|dot|punto)\s*[\])}>]\s*/gi;

const IP_ADDRESS = /\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){3}/u;

/** Seven digits or more without a letter between them: local numbers have at least seven. */
const PHONE = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){6}/u;

/**
 * Whether a mail program may turn a text into a link, or a person may read it as an address or a phone number. Anybody can register with
 * somebody else's e-mail, and a name that is one of them would place a foreign contact in our mail (phishing).
 *
 * @param ending the dotted words that count as a domain
 */
export function looksLikeContact(text: string, ending: RegExp = ANY_ENDING): boolean {
  // Removes invisible characters inside a URL and normalises look-alike dots and letters.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{C}/gu, '')
    .replace(/[\u2024\u3002\uFE52\uFF61]/g, '.')
    .replace(BRACKETED_DOT, '.');
  return /[@/\\]|:\/|www\./i.test(plain) || [ending, IP_ADDRESS, PHONE].some((contact) => contact.test(plain));
}

type Named = Pick<User, 'firstName' | 'username' | 'email' | 'activatedAt'>;

/** Returns the first name for a mail; empty if it looks like a contact. */
export const greetingName = ({ firstName }: Pick<Named, 'firstName'>): string =>
  looksLikeContact(firstName) ? '' : firstName;

/**
 * Returns the user name for a mail; null if it looks like a contact. Allows the account's own e-mail and, once the account
 * is active, a dotted name ('ana.paz') and a number alone, such as that of a document.
 */
export function displayUsername({ username, email, activatedAt }: Named): string | null {
  if (username.toLowerCase() === email.toLowerCase()) return username;
  if (activatedAt && /^\d+$/.test(username)) return username;
  return looksLikeContact(username, activatedAt ? COMMON_ENDING : ANY_ENDING) ? null : username;
}
