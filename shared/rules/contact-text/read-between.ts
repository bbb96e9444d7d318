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
  trimSigns,
} from './draft.ts';
import { APARTMENT_WORDS, FLOOR_WORDS, NUMBER_LABELS } from './words.ts';

/** Most tokens of a street's name. */
const MAX_TOKENS = 8;

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
  readPart(draft, 'between_1', trimSigns(draft, { from: start, to: and }), 'sure');
  claim(draft, { from: and, to: and + 1 }, 'label');
  readPart(
    draft,
    'between_2',
    trimSigns(draft, { from: and + 1, to: end }),
    isShort({ from: and, to: end }) ? 'sure' : 'doubtful',
  );
}

const isShort = ({ from, to }: Span) => to - from <= 5;

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
