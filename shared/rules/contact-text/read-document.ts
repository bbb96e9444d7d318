import { cuitDigits, isCuitCheckDigitValid } from '#shared/rules/cuit.ts';
import { claim, type Draft, isGlued, keyAt, kindAt, readPart, type Span, skipSigns, spanText } from './draft.ts';

const DNI_LABELS = new Set(['dni', 'documento', 'doc', 'le', 'lc', 'ci']);
const CUIT_LABELS = new Set(['cuit', 'cuil']);
const NUMBER_WORDS = new Set(['n', 'nro', 'num', 'numero']);

/** First two digits of a CUIT of a person or a company. */
const CUIT_PREFIX = /^(20|23|24|27|30|33|34)/;

/** Reads a document: a DNI, a passport or a CUIT. */
export function readDocument(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    const key = keyAt(draft, index);
    if (DNI_LABELS.has(key) || CUIT_LABELS.has(key) || key === 'pasaporte') {
      const start = afterLabel(draft, index + 1);
      const span = cuitAt(draft, start) ?? (key === 'pasaporte' ? passportAt(draft, start) : dniAt(draft, start));
      if (span && readNumber(draft, span)) claim(draft, { from: index, to: start }, 'label');
    } else if (!draft.parts.document && isUnlabelledDocument(draft, index)) {
      readNumber(draft, cuitAt(draft, index) ?? { from: index, to: index + 1 });
    }
  }
}

/** Reads seven or eight digits without a label, after phones were read: perhaps a DNI. */
export function readPossibleDocument(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    const span = isGlued(draft, index) ? null : dniAt(draft, index);
    if (span) readPart(draft, 'document', span, 'doubtful', keyAt(draft, index).replaceAll('.', ''));
  }
}

/** Skips ': N° ' between a label and the number. */
function afterLabel(draft: Draft, index: number): number {
  const start = skipSigns(draft, index, '.:#°º');
  return NUMBER_WORDS.has(keyAt(draft, start)) ? skipSigns(draft, start + 1, '.:#°º') : start;
}

function readNumber(draft: Draft, span: Span): boolean {
  const value = spanText(draft, span).replace(/[.\-\s]/g, '');
  const isValid = value.length !== 11 || isCuitCheckDigitValid(value);
  return readPart(draft, 'document', span, isValid ? 'sure' : 'doubtful', value);
}

const digitsAt = (draft: Draft, index: number) =>
  kindAt(draft, index) === 'number' ? keyAt(draft, index).replaceAll('.', '') : '';

function dniAt(draft: Draft, index: number): Span | null {
  return /^(?!0+$)\d{7,8}$/.test(digitsAt(draft, index)) ? { from: index, to: index + 1 } : null;
}

/** Letters followed by digits, such as AAB12345. */
function passportAt(draft: Draft, index: number): Span | null {
  const hasLetters = kindAt(draft, index) === 'word' && isGlued(draft, index + 1);
  const digits = hasLetters ? index + 1 : index;
  return /^\d{5,8}$/.test(digitsAt(draft, digits)) ? { from: index, to: digits + 1 } : null;
}

/** Returns a CUIT with or without hyphens. */
function cuitAt(draft: Draft, index: number): Span | null {
  if (/^\d{11}$/.test(digitsAt(draft, index))) return { from: index, to: index + 1 };
  const [prefix, first, body, second, last] = [0, 1, 2, 3, 4].map((offset) => keyAt(draft, index + offset));
  const isHyphenated = [first, second].every((sign) => sign === '-') && cuitDigits(`${prefix}${body}${last}`) !== null;
  return isHyphenated ? { from: index, to: index + 5 } : null;
}

/** Whether a number without a label is a document: '28.456.789', or a CUIT with a valid check digit. */
function isUnlabelledDocument(draft: Draft, index: number): boolean {
  if (kindAt(draft, index) !== 'number' || isGlued(draft, index)) return false;
  if (/^\d{1,2}\.\d{3}\.\d{3}$/.test(keyAt(draft, index))) return true;
  const cuit = cuitAt(draft, index);
  const digits = cuit && cuitDigits(spanText(draft, cuit));
  if (!cuit || !digits || !CUIT_PREFIX.test(digits)) return false;
  return cuit.to - cuit.from > 1 || isCuitCheckDigitValid(digits);
}
