import { type ProvinceLetter, provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
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
  spanText,
} from './claims/draft.ts';

const SIGNS = '.:#=°º(';

/**
 * Reads a postal code that its form or a label distinguishes from a house number: a CPA, its beginning ('B1636') or
 * 'CP 1425'.
 *
 * @returns the province of its letter; null without one
 */
export function readZip(draft: Draft): ProvinceLetter | null {
  for (let index = 0; index < draft.tokens.length; index++) {
    const label = zipLabelEnd(draft, index);
    const span = codeAt(draft, label ?? index, label !== null);
    if (!span) continue;
    if (label !== null) claim(draft, { from: index, to: label }, 'label');
    const code = spanText(draft, span).toUpperCase();
    const zip = parseZip(code);
    readPart(draft, 'zip_code', span, 'sure', zip?.cpa ?? zip?.digits ?? code);
    return provinceByLetter(/^[A-Z]/.exec(code)?.[0] ?? '')?.letter ?? null;
  }
  return null;
}

/** Returns where a label such as 'CP:' or 'Código postal' ends; null if there is none. */
function zipLabelEnd(draft: Draft, index: number): number | null {
  const key = keyAt(draft, index);
  if (key === 'cp' || key === 'zip' || key === 'cpa') return afterLabel(draft, index + 1);
  if (key !== 'codigo' && key !== 'cod') return null;
  const next = skipSigns(draft, index + 1, '.');
  return keyAt(draft, next) === 'postal' ? afterLabel(draft, next + 1) : null;
}

/** Skips ': N° ' between a label and the code. */
function afterLabel(draft: Draft, index: number): number {
  const start = skipSigns(draft, index, SIGNS);
  return /^(n|nro|es)$/.test(keyAt(draft, start)) ? skipSigns(draft, start + 1, SIGNS) : start;
}

/** Returns the code at a token; four digits alone count only after a label. */
function codeAt(draft: Draft, index: number, labelled: boolean): Span | null {
  const amount = labelled ? amountAt(draft, index) : null;
  if (amount) return amount;
  const isCode = (at: number) => kindAt(draft, at) === 'number' && /^[1-9]\d{3}$/.test(keyAt(draft, at));
  const isWhole = (to: number) => !isGlued(draft, to) || kindAt(draft, to) === 'sign' || draft.tokens[to] === undefined;
  if (isCode(index) && isWhole(index + 1)) return labelled ? { from: index, to: index + 1 } : null;
  const letter = keyAt(draft, index);
  if (letter.length !== 1 || !provinceByLetter(letter) || !isCode(index + 1) || !isGlued(draft, index + 1)) return null;
  const isFull = isGlued(draft, index + 2) && /^[a-z]{3}$/.test(keyAt(draft, index + 2));
  if (isFull) return { from: index, to: index + 3 };
  if (isGlued(draft, index + 2) && kindAt(draft, index + 2) !== 'sign') return null;
  // 'Lima N1234' is a house number.
  const isHouseNumber = letter === 'n' && index > 0 && !isBreak(draft, index - 1);
  return isHouseNumber ? null : { from: index, to: index + 2 };
}

/** Returns the code after a label in another spelling of its digits: '1.408', '1408.0', 'C-1408'. */
function amountAt(draft: Draft, index: number): Span | null {
  const letter =
    keyAt(draft, index).length === 1 && kindAt(draft, index) === 'word' ? skipSigns(draft, index + 1, '-. ') : index;
  const span = { from: index, to: letter + 1 };
  const isWhole = !isGlued(draft, span.to) || kindAt(draft, span.to) === 'sign';
  return kindAt(draft, letter) === 'number' && isWhole && parseZip(spanText(draft, span)) ? span : null;
}
