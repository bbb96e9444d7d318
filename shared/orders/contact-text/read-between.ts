import { fold } from '#shared/kit/text/fold.ts';
import type { Confidence } from './claims/contact-parts.ts';
import {
  claim,
  type Draft,
  isBreak,
  isGlued,
  keyAt,
  kindAt,
  readPart,
  type Span,
  skipSigns,
  spanKey,
  trimSigns,
} from './claims/draft.ts';
import { dateEnd } from './claims/house-number.ts';
import { townProvinces } from './claims/localities.ts';
import { provinceOfKey } from './claims/province-name.ts';
import {
  APARTMENT_WORDS,
  BUILDING_WORDS,
  FLOOR_WORDS,
  LOT_WORDS,
  NEIGHBORHOOD_WORDS,
  NUMBER_LABELS,
  REMARK_WORDS,
  STREET_TYPES,
  UNIT_WORDS,
} from './claims/words.ts';

/** Most tokens of a street's name. */
const MAX_TOKENS = 8;

/** Most tokens of a second street that is sure: more may contain another part. */
const MAX_SURE_TOKENS = 4;

/** Reads the streets between which the address is ('entre X y Z', 'e/ X y Z'), or its corner. */
export function readBetween(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    const start = betweenLabelEnd(draft, index);
    if (start !== null) readStreets(draft, index, start);
    else if (/^(esq|esquina)$/.test(keyAt(draft, index))) readCorner(draft, index);
  }
}

/** Returns where 'entre', 'entre calles' or 'e/' ends; null if there is none. */
function betweenLabelEnd(draft: Draft, index: number): number | null {
  const key = keyAt(draft, index);
  const next = index + 1;
  if (key === 'e' && keyAt(draft, next) === '/' && isGlued(draft, next)) return next + 1;
  // 'calle 137 e 60 y 61'
  const isBare = key === 'e' && kindAt(draft, next) === 'number' && keyAt(draft, next + 1) === 'y';
  if (isBare) return next;
  if (key !== 'entre' || keyAt(draft, next) === 'rios') return null;
  const hasWord = /^calles?$/.test(keyAt(draft, next)) && keyAt(draft, next + 1) !== 'y';
  return skipSigns(draft, hasWord ? next + 1 : next, ':.');
}

function readStreets(draft: Draft, label: number, start: number): void {
  const end = streetEnd(draft, start);
  const and = findAnd(draft, start, end);
  if (start === end || draft.parts.between_1) return;
  claim(draft, { from: label, to: start }, 'label');
  if (and === null) {
    readPart(draft, 'between_1', trimSigns(draft, { from: start, to: end }), 'doubtful');
    return;
  }
  const first = trimSigns(draft, { from: start, to: and });
  const isGrid = numberedEnd(draft, first) !== null;
  readPart(draft, 'between_1', first, 'sure');
  claim(draft, { from: and, to: and + 1 }, 'label');
  const { span, confidence } = secondStreet(draft, { from: and + 1, to: end }, isGrid);
  readPart(draft, 'between_2', span, confidence);
}

/**
 * Returns the second street without the words after its number: in 'e/ 61 y 62 La Plata' they name the town.
 *
 * @param isGrid whether the first street is a number as well
 */
function secondStreet(draft: Draft, whole: Span, isGrid: boolean): { span: Span; confidence: Confidence } {
  const span = trimSigns(draft, whole);
  const to = numberedEnd(draft, span);
  if (to === null || to >= span.to) return { span, confidence: isShort(span) ? 'sure' : 'doubtful' };
  const rest = { from: to, to: span.to };
  if (beginsWithPlace(draft, rest) || isNoName(keyAt(draft, to)))
    return { span: { from: span.from, to }, confidence: 'sure' };
  // '33 Orientales' is a name; 'e/ 61 y 62 Tolosa' isn't.
  return { span: isGrid ? { from: span.from, to } : span, confidence: 'doubtful' };
}

/** Returns the end of a street whose name is a number: '62', 'calle 62', '62 bis', '62 A'; null for another name. */
function numberedEnd(draft: Draft, { from, to }: Span): number | null {
  const figure = STREET_TYPES.has(keyAt(draft, from)) ? skipSigns(draft, from + 1, '.') : from;
  if (figure >= to || kindAt(draft, figure) !== 'number' || dateEnd(draft, figure) !== null) return null;
  return /^(bis|[a-z])$/.test(keyAt(draft, figure + 1)) ? figure + 2 : figure + 1;
}

function beginsWithPlace(draft: Draft, { from, to }: Span): boolean {
  for (let end = to; end > from; end--) {
    const key = spanKey(draft, { from, to: end });
    if (townProvinces(key).length > 0 || provinceOfKey(key)) return true;
  }
  return false;
}

const isNoName = (key: string) =>
  [BUILDING_WORDS, LOT_WORDS, NEIGHBORHOOD_WORDS, REMARK_WORDS, UNIT_WORDS].some((words) => words.has(key));

/**
 * Makes the second between street doubtful while the text names no other city and the street ends with a town: in 'entre Moreno y Roca
 * Quilmes' it may be both.
 */
export function doubtStreetBeforeTown({ parts }: Draft): void {
  const words = fold(parts.between_2?.value ?? '').split(' ');
  if (!parts.between_2 || parts.city) return;
  const endsWithTown = words.some((_, index) => index > 0 && townProvinces(words.slice(index).join(' ')).length > 0);
  if (endsWithTown) parts.between_2 = { ...parts.between_2, confidence: 'doubtful' };
}

const isShort = ({ from, to }: Span) => to - from <= MAX_SURE_TOKENS;

/** Returns where the streets end: at a break, a house number or a floor. */
function streetEnd(draft: Draft, start: number): number {
  let index = start;
  while (index < start + 2 * MAX_TOKENS && kindAt(draft, index) !== null && !isBreak(draft, index)) {
    const key = keyAt(draft, index);
    const isOther = NUMBER_LABELS.has(key) || FLOOR_WORDS.has(key) || APARTMENT_WORDS.has(key);
    if (index > start && (isOther || isNoNumber(draft, index))) break;
    index++;
  }
  return index;
}

const isNoNumber = (draft: Draft, index: number) =>
  keyAt(draft, index) === 's' && keyAt(draft, index + 1) === '/' && isGlued(draft, index + 1);

/** Returns the index of 'y', or of 'e' before a word with i. */
function findAnd(draft: Draft, start: number, end: number): number | null {
  for (let index = start + 1; index < end - 1; index++) {
    const key = keyAt(draft, index);
    if (key === 'y' || (key === 'e' && /^(i|hi|y)/.test(keyAt(draft, index + 1)))) return index;
  }
  return null;
}

function readCorner(draft: Draft, label: number): void {
  const afterDot = skipSigns(draft, label + 1, '.:');
  const start = keyAt(draft, afterDot) === 'con' ? afterDot + 1 : afterDot;
  const span = trimSigns(draft, { from: start, to: streetEnd(draft, start) });
  if (span.from < span.to && readPart(draft, 'between_1', span, 'doubtful'))
    claim(draft, { from: label, to: start }, 'label');
}
