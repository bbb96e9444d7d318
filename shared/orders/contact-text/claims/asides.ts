import { claim, type Draft, isBreak, keyAt, kindAt, skipSigns } from './draft.ts';
import { dateEnd } from './house-number.ts';
import { APARTMENT_WORDS, BUILDING_WORDS, FLOOR_WORDS, NUMBER_LABELS, STREET_TYPES, UNIT_WORDS } from './words.ts';

const FORMER = new Set(['ex', 'antes', 'anteriormente']);

/** Words after 'ex' or 'antes' that make it no announcement of a former name: 'Ex Combatientes 300', 'antes de las 18'. */
const NOT_FORMER = /^(de|del|combatientes?)$/;

/** Most words of a former name. */
const MAX_WORDS = 5;

/** Marks former names as asides, and as observations: 'ex Canning', '(antes Cangallo)', 'ex 25 de Mayo'. */
export function claimFormerNames(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    if (!FORMER.has(keyAt(draft, index)) || !isFormer(draft, index)) continue;
    const to = draft.asides[index] ? bracketEnd(draft, index) : nameEnd(draft, index);
    draft.asides.fill(true, index, to);
    claim(draft, { from: index, to }, 'observations');
  }
}

/**
 * Marks 'c/o Gil' up to the end of its part of the text as observations: somebody else receives the shipment for the named person. Before
 * a number only 'c/o' is marked, as an aside, because words after it may be the street.
 */
export function claimCareOf(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    const isCareOf = keyAt(draft, index) === 'c' && keyAt(draft, index + 1) === '/' && keyAt(draft, index + 2) === 'o';
    if (!isCareOf) continue;
    let to = index + 3;
    while (kindAt(draft, to) === 'word' || keyAt(draft, to) === '.') to++;
    const end = kindAt(draft, to) === 'number' ? index + 3 : to;
    draft.asides.fill(true, index, end);
    claim(draft, { from: index, to: end }, 'observations');
  }
}

/** Returns the index after the brackets and former names at a token; null if there are none. */
export function asidesEnd({ asides }: Draft, index: number): number | null {
  let next = index;
  while (asides[next]) next++;
  return next > index ? next : null;
}

/** Whether a street's former name follows. At the beginning of a line, and after a street's type, the word is part of the name. */
function isFormer(draft: Draft, index: number): boolean {
  const next = nameStart(draft, index);
  if (kindAt(draft, next) === null || kindAt(draft, next) === 'sign' || NOT_FORMER.test(keyAt(draft, next)))
    return false;
  const before = draft.tokens[index - 1];
  if (draft.asides[index]) return true;
  if (!before || before.key === '\n') return false;
  return !STREET_TYPES.has(isBreak(draft, index - 1) ? keyAt(draft, next) : before.key);
}

const nameStart = (draft: Draft, index: number) => skipSigns(draft, index + 1, '-–.:/');

function bracketEnd({ asides, tokens }: Draft, index: number): number {
  let to = index;
  while (asides[to] && !/^[)\]}]$/.test(tokens[to]?.key ?? '')) to++;
  return to;
}

/** Returns the end of a former name without brackets: after its number or date, otherwise before the next number or label. */
function nameEnd(draft: Draft, index: number): number {
  const start = nameStart(draft, index);
  const name = STREET_TYPES.has(keyAt(draft, start)) ? skipSigns(draft, start + 1, '.') : start;
  const date = dateEnd(draft, name);
  if (date !== null) return date;
  if (kindAt(draft, name) === 'number') return name + 1;
  let to = name;
  while (to < name + MAX_WORDS && kindAt(draft, to) === 'word' && !isLabel(draft, to)) to = afterDot(draft, to);
  return Math.max(to, start + 1);
}

const afterDot = (draft: Draft, index: number) =>
  keyAt(draft, index + 1) === '.' && !isBreak(draft, index + 1) ? index + 2 : index + 1;

function isLabel(draft: Draft, index: number): boolean {
  const key = keyAt(draft, index);
  const isNoNumber = key === 'sn' || key === 'sin' || (key === 's' && keyAt(draft, index + 1) === '/');
  return (
    isNoNumber ||
    [NUMBER_LABELS, FLOOR_WORDS, APARTMENT_WORDS, UNIT_WORDS, BUILDING_WORDS].some((words) => words.has(key))
  );
}
