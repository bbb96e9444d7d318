import { type Draft, isBreak, isGlued, keyAt, kindAt, type Span, skipSigns } from './draft.ts';
import { LOT_WORDS, MONTHS, NUMBER_LABELS } from './words.ts';

/** A house number: where it begins, with its label, and the tokens of its value. */
export interface HouseNumber {
  start: number;
  value: Span;
  text?: string;
  /** True for '123B', whose letter may be an apartment, and for '12OO'. */
  isGuess?: boolean;
}

/** Returns the index after a date that names a street ('9 de Julio', '1° de Mayo', '20 de Junio de 1820'); null if there is none. */
export function dateEnd(draft: Draft, index: number): number | null {
  if (kindAt(draft, index) !== 'number' || !/^\d{1,2}$/.test(keyAt(draft, index))) return null;
  const next = skipSigns(draft, index + 1, '°º.');
  const month = keyAt(draft, next) === 'de' ? next + 1 : next;
  if (!MONTHS.has(keyAt(draft, month))) return null;
  const hasYear = keyAt(draft, month + 1) === 'de' && /^[12]\d{3}$/.test(keyAt(draft, month + 2));
  return hasYear ? month + 3 : month + 1;
}

/** Returns the house number at a token: '4500', 'N° 4500', 'km 50', 'S/N', 'al 4500', '#450', '1234/36', '2450 bis'. */
export function houseNumberAt(draft: Draft, index: number): HouseNumber | null {
  return kilometerAt(draft, index) ?? noNumberAt(draft, index) ?? plainNumberAt(draft, index);
}

function kilometerAt(draft: Draft, index: number): HouseNumber | null {
  if (keyAt(draft, index) !== 'km') return null;
  const figure = skipSigns(draft, index + 1, '.:');
  return kindAt(draft, figure) === 'number' ? { start: index, value: { from: index, to: figure + 1 } } : null;
}

/** 'S/N', 's/nro', 'sin número': all become 'S/N'. */
function noNumberAt(draft: Draft, index: number): HouseNumber | null {
  const key = keyAt(draft, index);
  const word = key === 's' && keyAt(draft, index + 1) === '/' && isGlued(draft, index + 2) ? index + 2 : index + 1;
  const isWritten =
    key === 'sn' || ((key === 'sin' || word === index + 2) && /^(n|nro|num|numero)$/.test(keyAt(draft, word)));
  if (!isWritten) return null;
  const to = key === 'sn' ? index + 1 : skipSigns(draft, word + 1, '°º.');
  return { start: index, value: { from: index, to }, text: 'S/N' };
}

function plainNumberAt(draft: Draft, index: number): HouseNumber | null {
  // Only the first of several '#' is a label: each would be followed by the others.
  const isSign = keyAt(draft, index) === '#' && keyAt(draft, index - 1) !== '#';
  const isLabel = isSign || NUMBER_LABELS.has(keyAt(draft, index));
  const figure = isLabel ? skipSigns(draft, index + 1, '°º.:#') : index;
  const digits = keyAt(draft, figure);
  if (kindAt(draft, figure) !== 'number' || !/^(\d{1,5}|\d{1,2}\.\d{3})$/.test(digits)) return null;
  if (!isLabel && /^[°º]$/.test(keyAt(draft, figure + 1))) return null;
  if (!isLabel && (dateEnd(draft, figure) !== null || (isGlued(draft, figure) && !followsSign(draft, figure))))
    return null;
  if (isLettered(draft, figure)) return { start: index, value: { from: figure, to: figure + 2 }, isGuess: true };
  const glued = gluedEnd(draft, figure + 1);
  if (glued > figure + 1) return { start: index, value: { from: figure, to: glued }, isGuess: true };
  const to = suffixEnd(draft, figure + 1);
  const plain = to === figure + 1 ? { text: digits.replace('.', '') } : {};
  return { start: index, value: { from: figure, to }, ...plain };
}

/** Whether a single letter is written to a number without a blank. */
const isLettered = (draft: Draft, figure: number) =>
  /^[a-z]$/.test(keyAt(draft, figure + 1)) &&
  isGlued(draft, figure + 1) &&
  (!isGlued(draft, figure + 2) || isBreak(draft, figure + 2));

/** Returns the end of letters that may be digits, and of the digits among them: '12OO', '1l5'. */
function gluedEnd(draft: Draft, index: number): number {
  let to = index;
  while (isGlued(draft, to) && (/^[oil]+$/.test(keyAt(draft, to)) || (to > index && kindAt(draft, to) === 'number')))
    to++;
  return to;
}

const followsSign = ({ tokens }: Draft, index: number) => tokens[index - 1]?.kind === 'sign';

/** Returns the index after '/36' or 'bis'. */
function suffixEnd(draft: Draft, index: number): number {
  if (keyAt(draft, index) === 'bis') return index + 1;
  const isRange = /^[/-]$/.test(keyAt(draft, index)) && isGlued(draft, index) && isGlued(draft, index + 1);
  return isRange && /^\d{1,4}$/.test(keyAt(draft, index + 1)) ? index + 2 : index;
}

/** Returns a lot or house of a block: 'Casa 12', 'lote 5'. */
export function lotAt(draft: Draft, index: number): HouseNumber | null {
  if (!LOT_WORDS.has(keyAt(draft, index))) return null;
  const figure = skipSigns(draft, index + 1, '.:°º#');
  const isValue = kindAt(draft, figure) === 'number' || /^[a-z]$/.test(keyAt(draft, figure));
  return isValue ? { start: index, value: { from: index, to: figure + 1 } } : null;
}
