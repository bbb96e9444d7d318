import { halfWidth, withoutQuotes } from './plain-signs.ts';

/** `?`, `&` and `%` would end or encode the address in a `mailto:` link. */
const LOCAL = /^[^\s@<>(),;:"\\[\]?&%]{1,64}$/;

const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

/** Maximum length of an address, and of a part of its domain (RFC 5321, RFC 1035). */
const MAX_LENGTH = 254;
const MAX_PART = 63;

/** `Vera Paz <vera@example.com>`, as mail programs copy an address, or the address alone in brackets. */
const BRACKETED = /^[^<>@]*<([^<>]+)>$/;

/**
 * Returns an e-mail address as it is stored: without the name, brackets, quotes, `mailto:` and punctuation around it, and the domain in ASCII
 * (`ñandubay.com.ar` is `xn--andubay-3za.com.ar`), which every mail server accepts. Null for an address that no mail server accepts:
 * it needs one `@`, a dotted domain, no blanks, and no dot at either end of the local part or beside another dot.
 */
export function readEmail(text: string): string | null {
  const typed = halfWidth(text).trim();
  const plain = withoutQuotes(BRACKETED.exec(typed)?.[1] ?? typed).replace(/^mailto:/i, '');
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, at).normalize('NFC');
  const domain = asciiDomain(plain.slice(at + 1));
  const address = `${local}@${domain}`;
  if (at < 1 || !LOCAL.test(local) || /^\.|\.$|\.\./.test(local)) return null;
  if (!DOMAIN.test(domain) || domain.split('.').some(({ length }) => length > MAX_PART)) return null;
  return address.length <= MAX_LENGTH ? address : null;
}

/** Returns an address as it is stored, and any other text unchanged for its check to refuse. */
export const plainEmail = (text: string): string => readEmail(text) ?? text;

const SEARCHED = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Returns an address to search for; null for a text that can't be one. Accepts also what `readEmail` refuses, because older orders
 * have it.
 */
export function searchedEmail(text: string): string | null {
  const plain = text.trim();
  return readEmail(plain) ?? (SEARCHED.test(plain) ? plain : null);
}

/** Returns a domain with its international names in ASCII (RFC 3490); unchanged if it has none or isn't valid. */
function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}
