import { plainCode, plainSigns } from './plain-signs.ts';
import { labelOf, parseLabel, parseTrackingId } from './tracking-id.ts';

/** Characters that a scanner set to a US keyboard types on a computer with a Spanish one, and what it read. */
const US_ON_SPANISH: Readonly<Record<string, string>> = { Ñ: ':', ñ: ';', '-': '/', "'": '-', _: '?', '¿': '=' };

/** Longer than any address that a mail program wraps around another one; longer texts contain no id. */
const MAX_LENGTH = 4000;

/** Maximum length of a field that an id is typed or pasted into, with the address that may contain it. */
export const ID_FIELD_LENGTH = 500;

/** Words that documents and chats put before an id. */
const LABEL =
  /^(?:(?:c[oó]d(?:igo|\.)?|n(?:[º°]|ro\.?|[uú]mero)|id)? ?(?:de )?(?:seguimiento|env[ií]o|etiqueta|tracking|orden|paquete)|c[oó]digo|id)[ .:#º°-]+/i;

/** An address: with its protocol anywhere in a text, or a text that begins with a host and a path. */
const ADDRESS = /https?:\S*|^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\/\S*/gi;

/** Blanks within an id. One behind a parcel's number separates it from what follows: `7K3MQ9XW2RM-1 2` is no parcel 12. */
const BLANKS_IN_GROUPS = /(?<!- ?\d+) /g;

/**
 * Extracts a tracking id or a label, in its stored form, from typed, pasted or scanned text: the id alone, with what scanners, chats
 * and documents put around it (quotes, punctuation, a label, other dashes, invisible characters), or a URL that contains it, like the
 * code on a label. Returns null when the text has no id.
 *
 * @param inGroups true for a field that takes nothing but ids, which may then have blanks and line breaks inside: `7K3M Q9XW 2RM`. A
 *   search must not read a name of eleven letters as an id.
 */
export function parseScannedId(text: string, { inGroups = false } = {}): string | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = plainSigns(text);
  return idOf(plain) ?? idOf(asReadByScanner(plain)) ?? (inGroups ? idIn(plain.replace(BLANKS_IN_GROUPS, '')) : null);
}

/**
 * Reads the parts of a label from typed, pasted or scanned text, as `parseScannedId` does. Returns null for any other text, also for a
 * tracking id alone.
 */
export function parseScannedLabel(text: string, options?: { inGroups?: boolean }) {
  const id = parseScannedId(text, options);
  return id === null ? null : parseLabel(id);
}

/** Returns what a scanner set to a US keyboard read, from what it typed on a computer with a Spanish one. */
export const asReadByScanner = (typed: string): string =>
  typed.replace(/[Ññ\-'_¿]/g, (character) => US_ON_SPANISH[character] as string);

function idOf(text: string): string | null {
  for (const address of text.match(ADDRESS) ?? []) {
    for (const step of decoded(address).split(/[/?#&=\s]/)) {
      const id = idIn(step);
      if (id !== null) return id;
    }
  }
  return idIn(text);
}

/** Reads a text that is an id or a label. */
function idIn(text: string): string | null {
  const code = plainCode(text).replace(LABEL, '').replace(/ ?- ?/g, '-');
  const label = parseLabel(code);
  return label ? labelOf(label.trackingId, label.n) : parseTrackingId(code);
}

/** Decodes an address within another address: links of mail programs that check them. Unchanged if it isn't encoded well. */
function decoded(address: string): string {
  try {
    return plainSigns(decodeURIComponent(address));
  } catch {
    return address;
  }
}
