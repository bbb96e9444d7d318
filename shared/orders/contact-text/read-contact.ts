import { fold } from '#shared/kit/text/fold.ts';
import { claimAmounts } from './claims/amounts.ts';
import { claimCareOf, claimFormerNames } from './claims/asides.ts';
import type { Contact, Locality, ReadValue } from './claims/contact-parts.ts';
import { claimAnnouncements, claimCourtesies, claimEmojis } from './claims/courtesies.ts';
import { claimDates } from './claims/dates.ts';
import { doubtUnread } from './claims/doubt-unread.ts';
import {
  claim,
  type Draft,
  isBreak,
  isGlued,
  isUnread,
  keyAt,
  kindAt,
  type Owner,
  readPart,
  type Span,
  skipSigns,
  spanKey,
  startDraft,
  trimSigns,
} from './claims/draft.ts';
import { isGivenName } from './claims/given-names.ts';
import { MAX_TOWN_WORDS, townProvinces } from './claims/localities.ts';
import { claimLoneOrderNumbers, claimOrderNumbers } from './claims/order-numbers.ts';
import { isNamePrefix, MAX_PROVINCE_WORDS, provinceOfKey } from './claims/province-name.ts';
import type { Token } from './claims/tokens.ts';
import {
  BLOCK_WORDS,
  BUILDING_WORDS,
  FLOOR_WORDS,
  LOT_WORDS,
  NEIGHBORHOOD_KINDS,
  NEIGHBORHOOD_WORDS,
  STREET_TYPES,
} from './claims/words.ts';
import { doubtStreetBeforeTown, readBetween } from './read-between.ts';
import { readDocument, readPossibleDocument } from './read-document.ts';
import { readLabels } from './read-labels.ts';
import { readName } from './read-name.ts';
import { readPhone } from './read-phone.ts';
import { readPlace } from './read-place.ts';
import { readStreet } from './read-street.ts';
import { readUnit } from './read-unit.ts';
import { readZip } from './read-zip.ts';

/** Longest text that is read, in UTF-16 units: longer ones are no address. */
const MAX_LENGTH = 2_000;

interface ReadOptions {
  /** Localities of a postal code of four digits, by the table of postal codes. */
  localities?: (zip: string) => readonly Locality[];
}

/**
 * Reads an Argentine address, a name, a document, a phone and an e-mail from a text as people write it, in one line or
 * several. Words and numbers that belong to no part are returned as observations, except
 * greetings and thanks. Never throws.
 */
export function readContact(text: string, { localities = () => [] }: ReadOptions = {}): Contact {
  const plain = text.normalize('NFC').replaceAll('\r\n', '\n');
  const draft = startDraft(plain.slice(0, MAX_LENGTH), { isAddress: false });
  readParts(draft, localities);
  const rest = plain.slice(MAX_LENGTH).trim();
  const observationsOf = (read: Draft) => [textOf(read, isUnread), rest].filter((part) => part !== '').join('\n');
  const order = orderOf(draft);
  return {
    parts: draft.parts,
    observations: observationsOf(draft),
    ...(order && { order: { ...order, observations: observationsOf(withoutOrders(draft)) } }),
  };
}

/** Returns the number of the order; null without any, and if a text has several different ones or one that isn't certain. */
function orderOf({ orders }: Draft): ReadValue | null {
  const [first] = orders;
  if (!first?.value || orders.some(({ value }) => value !== first.value)) return null;
  const isSure = orders.some(({ confidence }) => confidence === 'sure');
  return { value: first.value, confidence: isSure ? 'sure' : 'doubtful' };
}

/** Returns a draft whose order numbers count as labels, so that its observations don't repeat them. */
function withoutOrders(draft: Draft): Draft {
  const owners = draft.owners.map(
    (owner, index): Owner => (draft.orders.some(({ from, to }) => from <= index && index < to) ? 'label' : owner),
  );
  return { ...draft, owners };
}

/** Reads the text of an address field and returns what each of its tokens was read as. */
export function readDraft(text: string, localities: (zip: string) => readonly Locality[]): Draft {
  const draft = startDraft(text);
  readParts(draft, localities);
  return draft;
}

const LABELS = new Set(['mail', 'email', 'correo', 'e']);
const SIGNS = '._+-';

/** Reads the first e-mail address of the text. */
function readEmail(draft: Draft): void {
  const at = draft.tokens.findIndex(({ key }) => key === '@');
  if (at < 1) return;
  const belongs = (index: number) => {
    const kind = kindAt(draft, index);
    return kind === 'word' || kind === 'number' || (kind === 'sign' && SIGNS.includes(keyAt(draft, index)));
  };
  let from = at;
  while (isGlued(draft, from) && belongs(from - 1)) from--;
  let to = at + 1;
  while (to < draft.tokens.length && isGlued(draft, to) && belongs(to)) to++;
  while (kindAt(draft, to - 1) === 'sign') to--;
  if (from === at || to <= at + 1) return;
  const value = draft.text.slice(draft.tokens[from]?.start, draft.tokens[to - 1]?.end);
  const isAddress = /^[^@]+@[^@.]+\.[^@]+$/.test(value);
  readPart(draft, 'email', { from, to }, isAddress ? 'sure' : 'doubtful', value);
  claimLabelBefore(draft, from);
}

/** Claims 'mail:' or 'e-mail' before the address. */
function claimLabelBefore(draft: Draft, address: number): void {
  let index = address - 1;
  while (kindAt(draft, index) === 'sign' && ':<.-('.includes(keyAt(draft, index))) index--;
  if (!LABELS.has(keyAt(draft, index)) || keyAt(draft, index) === 'e') return;
  const isSplit = keyAt(draft, index - 1) === '-' && keyAt(draft, index - 2) === 'e';
  claim(draft, { from: isSplit ? index - 2 : index, to: skipSigns(draft, index + 1, ':<.-(') }, 'label');
}

/** Most words of a neighbourhood's name. */
const MAX_WORDS = 6;

/** Reads a neighbourhood after its label: 'Barrio Alberdi', 'B° Güemes', 'Country Tortugas'. */
function readNeighborhood(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length && !draft.parts.neighborhood_name; index++) {
    const start = labelEnd(draft, index);
    if (start === null) continue;
    const end = nameEnd(draft, start);
    const town = placeAfter(draft, start, end);
    const span = trimSigns(draft, { from: start, to: town ?? end });
    const isSure = town === null && end - start <= 4;
    if (span.from < span.to && readPart(draft, 'neighborhood_name', span, isSure ? 'sure' : 'doubtful')) {
      claim(draft, { from: index, to: span.from }, 'label');
    }
  }
}

function labelEnd(draft: Draft, index: number): number | null {
  const key = keyAt(draft, index);
  const next = index + 1;
  if (key === 'b' && /^[°º]$/.test(keyAt(draft, next))) return skipSigns(draft, next + 1, '.:');
  if (!NEIGHBORHOOD_WORDS.has(key)) return null;
  const isKind = NEIGHBORHOOD_KINDS.has(keyAt(draft, next)) && kindAt(draft, next + 1) === 'word';
  return skipSigns(draft, isKind ? next + 1 : next, '.:');
}

function nameEnd(draft: Draft, start: number): number {
  let index = start;
  while (index < start + MAX_WORDS && kindAt(draft, index) !== null && !isBreak(draft, index)) {
    const key = keyAt(draft, index);
    const isOther = [BLOCK_WORDS, LOT_WORDS, FLOOR_WORDS, STREET_TYPES, BUILDING_WORDS].some((words) => words.has(key));
    if (index > start && (isOther || kindAt(draft, index) === 'number')) break;
    index++;
  }
  return index;
}

/** Returns where a listed town or a province begins within a name without commas; null if there is none. */
function placeAfter(draft: Draft, start: number, end: number): number | null {
  for (let index = start + 1; index < end; index++) {
    if (isNamePrefix(keyAt(draft, index - 1))) continue;
    for (let to = end; to > index; to--) {
      const key = spanKey(draft, { from: index, to });
      if (to - index <= MAX_TOWN_WORDS && townProvinces(key).length > 0) return index;
      if (to - index <= MAX_PROVINCE_WORDS && provinceOfKey(key)) return index;
    }
  }
  return null;
}

/** Reads all parts of a draft whose tokens are still free. */
export function readParts(draft: Draft, localities: (zip: string) => readonly Locality[]): void {
  readEmail(draft);
  claimEmojis(draft);
  claimCourtesies(draft);
  readDocument(draft);
  claimDates(draft);
  readPhone(draft);
  claimOrderNumbers(draft);
  claimAmounts(draft);
  const letter = readZip(draft);
  claimCareOf(draft);
  const names = readLabels(draft);
  readBetween(draft);
  readNeighborhood(draft);
  claimFormerNames(draft);
  const street = readStreet(draft);
  readUnit(draft, street?.to ?? null);
  claimLoneOrderNumbers(draft);
  readPossibleDocument(draft);
  readName(draft, names, street);
  doubtNamedStreet(draft);
  if (street?.isTown) doubtNameBefore(draft, street);
  readPlace(draft, { after: street?.to ?? null, letter, localities });
  doubtStreetBeforeTown(draft);
  doubtUnread(draft, street);
  claimAnnouncements(draft);
}

/**
 * Makes a street such as 'Luis Pérez Mitre' doubtful while nobody else is named: it may be a person's name and a street.
 * Streets are also called after people, 'Juan Domingo Perón'.
 */
function doubtNamedStreet({ parts }: Draft): void {
  const words = fold(parts.street_name?.value ?? '').split(' ');
  if (!parts.street_name || parts.first_name || words.length < 3 || !isGivenName(words[0] ?? '')) return;
  parts.street_name = { ...parts.street_name, confidence: 'doubtful' };
}

/** Makes a name before 'Salta 4400' doubtful: 'Manuel Belgrano' may be the street, and the rest the town. */
function doubtNameBefore({ parts, owners }: Draft, street: Span): void {
  const isBefore =
    owners.lastIndexOf('last_name', street.from) >= 0 || owners.lastIndexOf('first_name', street.from) >= 0;
  if (!isBefore) return;
  for (const part of ['first_name', 'last_name', 'receiver_name'] as const) {
    const read = parts[part];
    if (read) parts[part] = { ...read, confidence: 'doubtful' };
  }
}

/** Returns the runs of tokens with one of the wanted owners, one behind the other, with their punctuation. */
export function textOf({ text, tokens, owners }: Draft, isWanted: (owner: Owner) => boolean): string {
  const isFree = (index: number) => isWanted(owners[index] ?? null);
  const runs: { from: number; to: number }[] = [];
  let isOpen = false;
  for (const [index, { kind, key }] of tokens.entries()) {
    if (!isFree(index) || key === '\n') isOpen = false;
    else if (kind !== 'sign') {
      const run = isOpen ? runs.at(-1) : undefined;
      if (run) run.to = index + 1;
      else runs.push({ from: signsBefore(tokens, index, isFree), to: index + 1 });
      isOpen = true;
    }
  }
  return runs
    .map(({ from, to }) => {
      const run = text.slice(tokens[from]?.start, tokens[to - 1]?.end);
      const isOpen = /[([{][^)\]}]*$/.test(run);
      return isOpen
        ? run + (/^[.\s]*[)\]}]/.exec(text.slice(tokens[to - 1]?.end, tokens[to + 1]?.end))?.[0] ?? '')
        : run;
    })
    .join(', ');
}

/** Returns where the '+' or the bracket that belongs to a word begins. */
function signsBefore(tokens: readonly Token[], index: number, isFree: (index: number) => boolean): number {
  let from = index;
  while (tokens[from]?.glued && isFree(from - 1) && /^[+([{#]$/.test(tokens[from - 1]?.key ?? '')) from--;
  return from;
}
