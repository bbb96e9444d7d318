import { claim, type Draft, isGlued, keyAt, kindAt, readPart, type Span, skipSigns, spanText } from './claims/draft.ts';
import { formatNational, nationalNumber } from './claims/national-number.ts';

const LABELS = new Set(
  'tel telefono telefonos te cel celu celular movil wsp wpp whatsapp wapp wa contacto phone fijo'.split(' '),
);

/** Words before a phone's extension. */
const EXTENSIONS = new Set('int interno internos ext extension anexo'.split(' '));

/** Words and signs between two phones. */
const SEPARATORS = new Set(['/', ',', ';', 'y', 'o']);

/** Most digits of a written number: 00 54 9 0 341 15 555 1234. */
const MAX_DIGITS = 16;

/** Fewest digits of a number with a label. */
const MIN_DIGITS = 6;

/** Reads the first phone, first one with a label. */
export function readPhone(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    if (!LABELS.has(keyAt(draft, index))) continue;
    const start = afterLabels(draft, index);
    if (readAt(draft, start, true)) claim(draft, { from: index, to: start }, 'label');
    // The labels that were skipped lead to the same number.
    index = start - 1;
  }
  for (let index = 0; index < draft.tokens.length && !draft.parts.receiver_phone; index++) readAt(draft, index, false);
  if (!draft.parts.receiver_phone) return;
  const end = claimExtension(draft, draft.owners.lastIndexOf('receiver_phone') + 1);
  claimFurther(draft, end);
}

/** Marks a phone's extension as an observation, so that it is no apartment: '4321-5678 int. 5'. Returns the index after it, or after the phone. */
function claimExtension(draft: Draft, phone: number): number {
  const word = skipSigns(draft, phone, ',.;-–/(');
  const number = skipSigns(draft, word + 1, '.:°º#');
  const isExtension = EXTENSIONS.has(keyAt(draft, word)) && /^\d{1,5}$/.test(keyAt(draft, number));
  if (!isExtension) return phone;
  claim(draft, { from: word, to: number + 1 }, 'observations');
  return number + 1;
}

/**
 * Marks further phones as observations, right behind a label or a sign after the first one: their digits are no postal code and no house
 * number. Elsewhere, '11 1234 1900' may be an address: 'Calle 11 1234 1900 La Plata'.
 */
function claimFurther(draft: Draft, first: number): void {
  let end = first;
  for (let index = 0; index < draft.tokens.length; index++) {
    const isLabelled = LABELS.has(keyAt(draft, index));
    if (!isLabelled && !(index === end && SEPARATORS.has(keyAt(draft, index)))) continue;
    const start = afterLabels(draft, isLabelled ? index : index + 1);
    const to = beginsNumber(draft, start) ? furtherEnd(draft, start) : undefined;
    if (to === undefined) continue;
    claim(draft, { from: start, to }, 'observations');
    end = claimExtension(draft, to);
    index = end - 1;
  }
}

/** Returns where a further phone ends; undefined if its digits are none. */
const furtherEnd = (draft: Draft, start: number): number | undefined =>
  numberEnds(draft, start).findLast((to) => {
    const span = { from: start, to };
    return nationalNumber(spanText(draft, span).replace(/\D/g, '')) !== null && looksLikePhone(draft, span);
  });

/** Skips labels and signs: 'tel/cel: '. */
function afterLabels(draft: Draft, index: number): number {
  let next = index;
  while (LABELS.has(keyAt(draft, next))) next = skipSigns(draft, next + 1, '.:/-#');
  return next;
}

function readAt(draft: Draft, start: number, labelled: boolean): boolean {
  if (draft.parts.receiver_phone || !beginsNumber(draft, start)) return false;
  const ends = numberEnds(draft, start);
  for (const to of ends.toReversed()) {
    const span = { from: start, to };
    const written = spanText(draft, span);
    const national = nationalNumber(written.replace(/\D/g, ''));
    if (national && (labelled || looksLikePhone(draft, span))) {
      return readPart(draft, 'receiver_phone', span, 'sure', formatNational(national));
    }
  }
  const longest = ends.at(-1);
  if (!labelled || longest === undefined) return false;
  const span = { from: start, to: longest };
  const written = spanText(draft, span).replace(/[^\d+()\s-]/g, ' ');
  const isLongEnough = written.replace(/\D/g, '').length >= MIN_DIGITS && /[1-9]/.test(written);
  return isLongEnough && readPart(draft, 'receiver_phone', span, 'doubtful', written);
}

/** Whether a number or its '+' or '(' begins here, and isn't the rest of a word or number. */
function beginsNumber(draft: Draft, index: number): boolean {
  const isNumber = kindAt(draft, index) === 'number';
  if (!isNumber && !(/^[+(]$/.test(keyAt(draft, index)) && kindAt(draft, index + 1) === 'number')) return false;
  return !isGlued(draft, index) || draft.tokens[index - 1]?.kind === 'sign' || draft.owners[index - 1] === 'label';
}

/** Returns where a phone that begins at `start` may end: after each of its groups of digits. */
function numberEnds(draft: Draft, start: number): number[] {
  const ends: number[] = [];
  let digits = 0;
  for (let index = start; digits <= MAX_DIGITS; index++) {
    if (kindAt(draft, index) === 'number') {
      digits += keyAt(draft, index).replace(/\D/g, '').length;
      if (digits <= MAX_DIGITS) ends.push(index + 1);
    } else if (!/^[+()\-./]$/.test(keyAt(draft, index))) return ends;
  }
  return ends;
}

/** Whether a number without a label can't be a house number with floor and postal code. */
function looksLikePhone(draft: Draft, span: Span): boolean {
  const written = spanText(draft, span);
  if (/^(\+|00|\(?0)/.test(written) || /^15[ -]/.test(written)) return true;
  const groups = written.split(/\D+/).filter((group) => group !== '');
  if (groups.length === 1) return written.length >= 10;
  if (/^[2-7]\d{3}-\d{4}$/.test(written)) return true;
  if (!nationalNumber(groups.join('')) || groups.join('').length < 10) return false;
  // '2345 12 1425' may be a house number, a floor and a postal code.
  return (groups[0]?.length ?? 0) <= 3 || groups.length === 2 || /\d-\d/.test(written);
}
