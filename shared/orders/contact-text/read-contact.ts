import { fold } from '#shared/kit/text/fold.ts';
import { claimAmounts } from './claims/amounts.ts';
import { claimCareOf, claimFormerNames } from './claims/asides.ts';
import type { Contact, Locality, ReadValue } from './claims/contact-parts.ts';
import { claimAnnouncements, claimCourtesies, claimEmojis } from './claims/courtesies.ts';
import { claimDates } from './claims/dates.ts';
import { doubtUnread } from './claims/doubt-unread.ts';
import { type Draft, isUnread, type Owner, type Span, startDraft } from './claims/draft.ts';
import { isGivenName } from './claims/given-names.ts';
import { claimLoneOrderNumbers, claimOrderNumbers } from './claims/order-numbers.ts';
import type { Token } from './claims/tokens.ts';
import { doubtStreetBeforeTown, readBetween } from './read-between.ts';
import { readDocument, readPossibleDocument } from './read-document.ts';
import { readEmail } from './read-email.ts';
import { readLabels } from './read-labels.ts';
import { readName } from './read-name.ts';
import { readNeighborhood } from './read-neighborhood.ts';
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
