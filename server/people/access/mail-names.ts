import { hasProvidersWord, isReservedName } from '#shared/people/rules/activity/actor-name.ts';
import { containsBrand, mixesScripts } from './brand-name.ts';
import type { User } from './user.store.ts';

/**
 * Domain endings that mail programs turn into links, for names that the account's owner confirmed: countries and common
 * ones.
 */
const COMMON_ENDING =
  /\.(?:[a-z]{2}|com|net|org|info|biz|app|dev|xyz|top|shop|store|site|online|club|link|click|live|page|web)\b/i;

/** Two words around a dot: nearly any word is a top-level domain today. */
const ANY_ENDING = /[\p{L}\p{N}-]\.\p{L}{2,}/u;

/** A dot in brackets: `evil[.]com`. */
const BRACKETED_DOT = /\s*[[({<]\s*\.\s*[\])}>]\s*/g;

/** The word for a dot in brackets: `evil (dot) com`. Counts before a common ending only: `Paz (punto) Rojo` is a name. */
const BRACKETED_WORD = /\s*[[({<]\s*(?:dot|punto)\s*[\])}>]\s*/gi;

/** A dot in words or between blanks: `evil punto com`, `evil . com`. Few endings, as `Punto Shop` is a name. */
const SPELLED_ENDING =
  /(?:(?<![\p{L}\p{N}])(?:dot|punto)|\.)[^\p{L}\p{N}]*(?:com|net|org|biz|xyz|ar)(?![\p{L}\p{N}])/iu;

/** A bullet between two letters, as no blank beside it separates two names; `l·l` is Catalan. */
const BULLET = /(?<=[\p{L}\p{N}])(?:[\u2022\u2027\u2219\u22C5\u30FB\uFF65]|\u00B7(?!l))(?=\p{L})/gu;

/** Blanks instead of dots, or around a dot: `evil com ar`, `evil . tienda`. */
const SPACED_ENDING =
  /[\p{L}\p{N}]\s+(?:com|net|org)\s+(?:ar|uy|br|cl|mx)(?![\p{L}\p{N}])|[\p{L}\p{N}]\s+\.\s*\p{L}{2,}/iu;

/** Includes circled digits (`❺`), which NFKC keeps. */
const IP_ADDRESS = /[\p{Nd}\p{No}]{1,3}(?:\.[\p{Nd}\p{No}]{1,3}){3}/u;

/** Seven digits or more without a letter between them: local numbers have at least seven. */
const MANY_DIGITS = /[\p{Nd}\p{No}](?:[^\p{L}\p{Nd}\p{No}]*[\p{Nd}\p{No}]){6,}/gu;

/** Thousands, or a law and its year, of up to nine digits, as national phone numbers have ten: `10.000.000`, `20.337 (1973)`. */
const THOUSANDS = /^(?:[1-9]\d{0,2}(?:\.\d{3}){1,2}|[1-9]\d?\.\d{3} ?\((?:1[5-9]|20)\d{2})$/;

/** Years or house numbers: `1810 - 2010`, `1234-1236`. */
const RANGE = /^(?!0)(\d{3,4})\s*\p{Pd}\s*(?!0)(\d{4})$/u;
const WIDEST_RANGE = 300;

/** Whether many digits are a phone number, and neither thousands nor a range. */
function isPhone(digits: string): boolean {
  const [, from, to] = RANGE.exec(digits) ?? [];
  const width = Number(to) - Number(from);
  return !THOUSANDS.test(digits) && !(width > 0 && width <= WIDEST_RANGE);
}

/**
 * Whether a mail program may turn a text into a link, or a person may read it as an address or a phone number. Anybody
 * can register with somebody else's e-mail, and a name that reads as a contact would place a foreign one in our mail
 * (phishing).
 *
 * @param ending the dotted words that count as a domain
 */
export function looksLikeContact(text: string, ending: RegExp = ANY_ENDING): boolean {
  // Removes invisible characters inside a URL and normalises look-alike dots and letters.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{C}/gu, '')
    .replace(/[\u2024\u3002\uFE52\uFF61]/g, '.')
    .replace(BULLET, '.')
    .replace(BRACKETED_DOT, '.');
  return (
    /[@/\\]|:\/|www\./i.test(plain) ||
    [ending, SPELLED_ENDING, IP_ADDRESS].some((contact) => contact.test(plain)) ||
    COMMON_ENDING.test(plain.replace(BRACKETED_WORD, '.')) ||
    SPACED_ENDING.test(plain) ||
    (plain.match(MANY_DIGITS) ?? []).some(isPhone)
  );
}

/**
 * Whether a name of a company or a person would make a text of ours another one: it is a contact, or reads like the provider's.
 *
 * @param brand the provider's name
 */
export const isMisleadingName = (name: string, brand: string): boolean =>
  looksLikeContact(name) ||
  containsBrand(name, brand) ||
  mixesScripts(name) ||
  hasProvidersWord(name) ||
  isReservedName(name, brand);

type Named = Pick<User, 'firstName' | 'username' | 'email' | 'activatedAt'>;

/** Returns the first name for a mail; empty if it looks like a contact. */
export const greetingName = ({ firstName }: Pick<Named, 'firstName'>): string =>
  looksLikeContact(firstName) ? '' : firstName;

/**
 * Returns the user name for a mail to its user; null if it looks like a contact. Allows what mails to others allow and,
 * once the account is active, a plain number, such as the number of a document.
 */
export function displayUsername(user: Named): string | null {
  return user.activatedAt && /^\d+$/.test(user.username) ? user.username : displayUsernameToOthers(user);
}

/**
 * Returns the user name for a mail to other people; null if it looks like a contact. Allows the account's own e-mail and, once
 * the account is active, a dotted name ('ana.paz').
 */
export function displayUsernameToOthers({ username, email, activatedAt }: Named): string | null {
  if (username.toLowerCase() === email.toLowerCase()) return username;
  return looksLikeContact(username, activatedAt ? COMMON_ENDING : ANY_ENDING) ? null : username;
}
