import type { User } from './user.store.ts';

/** Endings that mail programs make links of in a name that its owner has confirmed: countries' and the common ones. */
const COMMON_ENDING =
  /\.(?:[a-z]{2}|com|net|org|info|biz|app|dev|xyz|top|shop|store|site|online|club|link|click|live|page|web)\b/i;

/** Two words around a dot: any of them may be a domain by now. */
const ANY_ENDING = /[\p{L}\p{N}-]\.\p{L}{2,}/u;

/**
 * Whether a mail program may make a link of a text, or a person read it as an address. Anybody can register with somebody
 * else's e-mail: such a name would carry a link of theirs in a mail of ours.
 *
 * @param ending how much of a dotted word counts as a domain
 */
export function looksLikeUrl(text: string, ending: RegExp = ANY_ENDING): boolean {
  // What isn't seen may part an address, and other dots and letters may stand for the plain ones.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{C}/gu, '')
    .replace(/[\u2024\u3002\uFE52\uFF61]/g, '.');
  return /[@/\\]|:\/|www\./i.test(plain) || ending.test(plain);
}

type Named = Pick<User, 'firstName' | 'username' | 'email' | 'activatedAt'>;

/** The first name for a mail; empty when it looks like an address. */
export const greetingName = ({ firstName }: Named): string => (looksLikeUrl(firstName) ? '' : firstName);

/**
 * The user name for a mail; null when it looks like an address. The account's own e-mail may stand in it. A dotted name
 * ('ana.paz') may, too, once the owner has activated it.
 */
export function displayUsername({ username, email, activatedAt }: Named): string | null {
  if (username.toLowerCase() === email.toLowerCase()) return username;
  return looksLikeUrl(username, activatedAt ? COMMON_ENDING : ANY_ENDING) ? null : username;
}
