import { plainCode, plainSigns } from '#shared/kit/text/plain-signs.ts';
import { isLabel, labelOf, parseLabel, parseTrackingId, trackingIdOf } from './tracking-id.ts';

/** Characters that a scanner set to a US keyboard types on a computer with a Spanish one, and what it read. */
const US_ON_SPANISH: Readonly<Record<string, string>> = { Ñ: ':', ñ: ';', '-': '/', "'": '-', _: '?', '¿': '=' };

/** Longer than any address that a mail program wraps around another one; longer texts contain no id. */
const MAX_LENGTH = 4000;

/** Maximum length of a field that an id is typed or pasted into, with the address that may contain it. */
export const ID_FIELD_LENGTH = 500;

/** Words that documents and chats put before an id. */
const LABEL =
  /^(?:(?:c[oó]d(?:igo|\.)?|n(?:[º°]|ro\.?|[uú]mero)|id)? ?(?:de )?(?:seguimiento|env[ií]o|etiqueta|tracking|orden|paquete)|c[oó]digo|id)[ .:#º°-]+/i;

/** An address: with its protocol anywhere in a word, or a word that begins with a host and a path. */
const ADDRESS = /https?:\S*|^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\/\S*/gi;

/** Protocol and host of an address. */
const HOST = /^(?:https?:\/*)?[^/?#]*/i;

/** Symbology identifier that a scanner may send before a code (AIM, ISO/IEC 15424): `]C1`. */
const SYMBOLOGY = /^\][a-z][\da-z]/i;

/** Blanks within an id. One behind a shipment's number separates it from what follows: `7K3MQ9XW2RM-1 2` is no shipment 12. */
const BLANKS_IN_GROUPS = /(?<!- ?\d+) /g;

/**
 * Extracts a tracking id or a label, in its stored form, from typed, pasted or scanned text: the id alone, with what scanners, chats
 * and documents put around it (quotes, punctuation, a label, other dashes, invisible characters, a sentence), or a URL that contains it,
 * like the code on a label. Returns null when the text has no id, and when it has ids of two orders or two shipments.
 *
 * @param inGroups true for a field that takes nothing but ids, which may then have blanks and line breaks inside: `7K3M Q9XW 2RM`. A
 *   search must not read a name of eleven letters as an id.
 */
export function parseScannedId(text: string, { inGroups = false } = {}): string | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = plainSigns(text);
  for (const typed of [plain, asReadByScanner(plain)]) {
    const whole = idIn(typed);
    if (whole !== null) return whole;
    const { read, mentioned } = idsIn(typed);
    if (read.length > 0) return onlyId([...read, ...mentioned]);
  }
  return inGroups ? idIn(plain.replace(BLANKS_IN_GROUPS, '')) : null;
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

/**
 * Finds the ids of a text, by its words and addresses.
 *
 * @returns the ids that are a word or a step of an address, and those that are a part of a word or may be a name: they only contradict others
 */
function idsIn(text: string): { read: string[]; mentioned: string[] } {
  const read: string[] = [];
  const mentioned: string[] = [];
  const add = (part: string, list: string[]) => {
    const id = idIn(part);
    if (id !== null) list.push(id);
    return id !== null;
  };
  const addParts = (part: string) => {
    for (const piece of part.split(/[^\p{L}\p{N}-]+/u)) add(piece, mentioned);
  };
  const words = text.split(' ');
  for (const [index, word] of words.entries()) {
    for (const address of word.match(ADDRESS) ?? []) {
      for (const step of decoded(address.replace(HOST, '')).split(/[/?#&=\s]/)) {
        if (!add(step, read)) addParts(step);
      }
    }
    const rest = decoded(word.replace(ADDRESS, ''));
    // A number behind a label may be a part of the shipment's number, and a word of letters alone is rather a name.
    const isCertain = /\d/.test(rest) && !(/-\d+$/.test(rest) && /^\d+$/.test(words[index + 1] ?? ''));
    if (!add(rest, isCertain ? read : mentioned)) addParts(rest);
  }
  return { read, mentioned };
}

/** Returns the only id: a label, or the tracking id if no shipment is named. Null for ids of several orders or shipments. */
function onlyId(ids: readonly string[]): string | null {
  const orders = new Set(ids.map(trackingIdOf));
  const [label, ...others] = new Set(ids.filter(isLabel));
  if (orders.size > 1 || others.length > 0) return null;
  return label ?? ids[0] ?? null;
}

/** Reads a text that is an id or a label, also behind the identifier of a scanner. */
const idIn = (text: string): string | null => codeIn(text) ?? (SYMBOLOGY.test(text) ? codeIn(text.slice(3)) : null);

function codeIn(text: string): string | null {
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
