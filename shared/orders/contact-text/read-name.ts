import type { Confidence } from './claims/contact-parts.ts';
import {
  claim,
  type Draft,
  freeChunks,
  keyAt,
  kindAt,
  readPart,
  type Span,
  skipSigns,
  spanKey,
  spanText,
} from './claims/draft.ts';
import { isGivenName, isNameParticle } from './claims/given-names.ts';
import { townProvinces } from './claims/localities.ts';
import { provinceOfKey } from './claims/province-name.ts';
import { findRecipient, mayBePlace } from './claims/recipient.ts';
import { COMPANY_WORDS, REMARK_WORDS, SENTENCE_WORDS, TITLES } from './claims/words.ts';

const MAX_WORDS = 7;

/** Most tokens of a document's label with the document: 'D.N.I. N°: 12345678'. */
const MAX_LABEL = 6;

/** First and last name, in any order of the text. */
interface SplitName {
  first: Span;
  last: Span;
  confidence: Confidence;
}

/**
 * Reads the receiver's name: after a label, otherwise from a part of the text that looks like a person or a company.
 *
 * @param labelled spans after a label
 * @param street the tokens of the street; a name stands before it, or on a line of its own
 */
export function readName(draft: Draft, labelled: readonly Span[], street: Span | null): void {
  if (readRecipient(draft, labelled)) return;
  for (const span of labelled) {
    const [chunk, second] = freeChunks(draft, span);
    if (chunk && (readReversed(draft, chunk, second) || readWhole(draft, chunk, true))) return;
  }
  const chunks = freeChunks(draft).filter((chunk, index, all) => {
    // 'Rosario, Santa Fe' is no person.
    const isPlace = isTownOf(draft, chunk, all[index + 1]) || isTownOf(draft, all[index - 1], chunk);
    return !isPlace && mayBeName(draft, chunk, street);
  });
  for (const [index, chunk] of chunks.entries()) {
    if (readReversed(draft, chunk, chunks[index + 1])) return;
    // 'Mitre 345, Martín Coronado, DNI 12.345.678' may name a town.
    const isPlaced = isBefore(chunk, street) || (beginsLine(draft, chunk) && hasContactAfter(draft, chunk));
    if (isLikely(draft, chunk) && readWhole(draft, chunk, isPlaced)) return;
  }
  const [first] = chunks;
  if (first && isBefore(first, street) && first.from < 3) readWhole(draft, first, false);
}

/** Reads the name after 'es para mi vieja'. With another name after a label it is doubtful. */
function readRecipient(draft: Draft, labelled: readonly Span[]): boolean {
  const recipient = findRecipient(draft);
  if (!recipient) return false;
  const { name, label, isCertain } = recipient;
  const isOnly = labelled.every(({ from, to }) => from <= name.from && name.to <= to);
  if (!readWhole(draft, name, isOnly && (isCertain || hasContactAfter(draft, name)))) return false;
  if (label) claim(draft, label, 'label');
  return true;
}

/** Whether a chunk is a town of the province in the next one. */
function isTownOf(draft: Draft, town: Span | undefined, province: Span | undefined): boolean {
  if (!town || !province) return false;
  const letters = townProvinces(spanKey(draft, town));
  const letter = letters.length > 0 ? provinceOfKey(spanKey(draft, province))?.letter : undefined;
  return letter !== undefined && letters.includes(letter);
}

const beginsLine = ({ tokens }: Draft, { from }: Span) => tokens[from - 1]?.key === '\n';

const isBefore = (chunk: Span, street: Span | null) => street === null || chunk.to <= street.from;

function mayBeName(draft: Draft, chunk: Span, street: Span | null): boolean {
  const tokens = draft.tokens.slice(chunk.from, chunk.to);
  const isText = tokens.every(({ kind, key }) => kind !== 'number' && (kind === 'word' || /^[.\-&]$/.test(key)));
  if (!isText || tokens.length > 2 * MAX_WORDS || REMARK_WORDS.has(keyAt(draft, chunk.from))) return false;
  const key = spanKey(draft, chunk);
  const words = key.split(' ');
  if (words.some((word) => SENTENCE_WORDS.has(word)) && !words.some((word) => COMPANY_WORDS.has(word))) return false;
  if (isBefore(chunk, street)) return !(provinceOfKey(key) && street !== null);
  if (isBeforeDocument(draft, chunk)) return true;
  if (!beginsLine(draft, chunk) || townProvinces(key).length > 0 || provinceOfKey(key)) return false;
  const first = keyAt(draft, chunk.from);
  return isGivenName(first) || TITLES.has(first) || hasContactAfter(draft, chunk);
}

/** Whether a full name stands before a document: 'Mitre 345, Quilmes, Pedro Álvarez DNI 12.345.678'. */
function isBeforeDocument(draft: Draft, chunk: Span): boolean {
  const isName = isGivenName(keyAt(draft, chunk.from)) && chunk.to - chunk.from > 1 && !mayBePlace(draft, chunk);
  if (!isName) return false;
  const next = skipSigns(draft, chunk.to, ',.:-\n');
  return draft.owners.slice(next, next + MAX_LABEL).find((owner) => owner !== 'label') === 'document';
}

/** Whether a given name or a word of a company occurs. */
function isLikely(draft: Draft, chunk: Span): boolean {
  const words = spanKey(draft, chunk).split(' ');
  if (words.length < 2 || townProvinces(words.join(' ')).length > 0) return false;
  const isKnown = words.some((word) => COMPANY_WORDS.has(word) || TITLES.has(word) || isGivenName(word));
  return isKnown || hasContactAfter(draft, chunk);
}

function hasContactAfter({ owners }: Draft, { to }: Span): boolean {
  const next = owners.slice(to, to + 6);
  return next.some((owner) => owner === 'document' || owner === 'receiver_phone' || owner === 'email');
}

/** 'PÉREZ, Juan Carlos': a last name, a comma, given names. */
function readReversed(draft: Draft, last: Span, given: Span | undefined): boolean {
  if (!given || keyAt(draft, last.to) !== ',' || given.from !== last.to + 1) return false;
  const words = spanKey(draft, given).split(' ');
  const areGiven = words.length <= 3 && words.every((word) => isGivenName(word) || isNameParticle(word));
  const isReversed = areGiven && !isGivenName(keyAt(draft, last.from)) && last.to - last.from <= 3;
  return isReversed && readSplit(draft, { first: given, last, confidence: 'sure' });
}

function readWhole(draft: Draft, chunk: Span, placed: boolean): boolean {
  const words = spanKey(draft, chunk).split(' ');
  if (words.some((word) => COMPANY_WORDS.has(word))) {
    const isSure = placed && !isGivenName(words[0] ?? '');
    return readPart(draft, 'receiver_name', chunk, isSure ? 'sure' : 'doubtful');
  }
  const titles = titlesEnd(draft, chunk);
  const split = splitName(draft, { from: titles, to: chunk.to });
  if (!split) return isGivenName(words.join(' ')) && readPart(draft, 'first_name', chunk, 'doubtful');
  claim(draft, { from: chunk.from, to: titles }, 'label');
  return readSplit(draft, placed ? split : { ...split, confidence: 'doubtful' });
}

function titlesEnd(draft: Draft, { from, to }: Span): number {
  let index = from;
  while (index < to && (TITLES.has(keyAt(draft, index)) || (index > from && keyAt(draft, index) === '.'))) index++;
  return index;
}

function readSplit(draft: Draft, { first, last, confidence }: SplitName): boolean {
  const name = `${spanText(draft, first)} ${spanText(draft, last)}`;
  if (!readPart(draft, 'first_name', first, confidence)) return false;
  readPart(draft, 'last_name', last, confidence);
  draft.parts.receiver_name = { value: name, confidence };
  return true;
}

/** Splits a name where its given names end. */
function splitName(draft: Draft, { from, to }: Span): SplitName | null {
  const words = indexesOfWords(draft, { from, to });
  const [start] = words;
  if (start === undefined || words.length < 2 || words.length > MAX_WORDS) return null;
  const given = givenWords(draft, words);
  const at = (word: number) => words[word] ?? to;
  if (given > 0) {
    const isAmbiguous = isGivenName(keyAt(draft, at(given))) || mayContinue(draft, words, given);
    return {
      first: { from: start, to: endOf(draft, at(given - 1)) },
      last: { from: at(given), to },
      confidence: isAmbiguous ? 'doubtful' : 'sure',
    };
  }
  // 'Rossi Paola': the last name first.
  const firstGiven = words.findIndex((index) => isGivenName(keyAt(draft, index)));
  if (firstGiven > 0) {
    return {
      first: { from: at(firstGiven), to },
      last: { from: start, to: endOf(draft, at(firstGiven - 1)) },
      confidence: 'doubtful',
    };
  }
  return { first: { from: start, to: start + 1 }, last: { from: at(1), to }, confidence: 'doubtful' };
}

const indexesOfWords = (draft: Draft, { from, to }: Span) =>
  Array.from({ length: to - from }, (_, offset) => from + offset).filter((index) => kindAt(draft, index) === 'word');

/** Returns the index after a word and its dot: 'Ma.'. */
const endOf = (draft: Draft, index: number) => (keyAt(draft, index + 1) === '.' ? index + 2 : index + 1);

/** Returns how many words at the beginning are given names, with their particles; the last word never is one. */
function givenWords(draft: Draft, words: readonly number[]): number {
  const key = (word: number) => keyAt(draft, words[word] ?? -1);
  let count = 0;
  while (count < words.length - 1) {
    let next = count;
    while (count > 0 && isNameParticle(key(next))) next++;
    if (!isGivenName(key(next)) && !(next > count && /^(valle|carmen|cielo|huerto)$/.test(key(next)))) break;
    if (next >= words.length - 1) break;
    count = next + 1;
  }
  return count;
}

/** Whether the word after the given names may be one more: 'Celina Yamile Castro'. */
function mayContinue(draft: Draft, words: readonly number[], given: number): boolean {
  const rest = words.slice(given).map((index) => keyAt(draft, index));
  if (rest.length < 2) return false;
  const [first = ''] = rest;
  return (
    !/(e|i|a)z$/.test(first) && !/^(de|del|di|da|dos|la|las|los|van|von|mc|mac|san|santa|della|dal|lo|le)$/.test(first)
  );
}
