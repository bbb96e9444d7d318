import { NO_DOCUMENT, plainDocument } from '#shared/orders/rules/place/document.ts';
import { cuitDigits, isCuitCheckDigitValid } from '#shared/people/rules/cuit.ts';
import { claim, type Draft, isGlued, keyAt, kindAt, readPart, type Span, skipSigns, spanText } from './claims/draft.ts';

const DNI_LABELS = new Set(['dni', 'documento', 'doc', 'le', 'lc', 'ci']);
const CUIT_LABELS = new Set(['cuit', 'cuil']);
const NUMBER_WORDS = new Set(['n', 'nro', 'num', 'numero', 'es']);
const LABEL_SIGNS = '.:#°º=-–(';
const HYPHENS = '-–—./';

/** First two digits of a CUIT of a person or a company. */
const CUIT_PREFIX = /^(20|23|24|27|30|33|34)/;

/**
 * Reads a document: a DNI or a passport, otherwise a CUIT. Further numbers after a document's label become observations, because their
 * digits are no phone and no address.
 */
export function readDocument(draft: Draft): void {
  const labels = draft.tokens.flatMap((_, index) => labelAt(draft, index) ?? []);
  for (const { isCuit, label } of labels) if (!isCuit) readLabelled(draft, label);
  for (const { isCuit, label } of labels) if (isCuit) readLabelled(draft, label);
  for (let index = 0; index < draft.tokens.length; index++) {
    if (draft.owners[index] !== null || !isUnlabelledDocument(draft, index)) continue;
    const span = cuitAt(draft, index) ?? { from: index, to: index + 1 };
    if (!readNumber(draft, span)) claim(draft, span, 'observations');
  }
}

interface Label {
  label: Span;
  /** True if it names only a CUIT or CUIL. */
  isCuit: boolean;
}

/** Returns the label at a token with its signs and words: 'DNI N°', 'CUIT/CUIL:'; null without one. */
function labelAt(draft: Draft, index: number): Label | null {
  const isSecond = /^[/-]$/.test(keyAt(draft, index - 1)) && isLabel(keyAt(draft, index - 2));
  if (!isLabel(keyAt(draft, index)) || isSecond) return null;
  let to = afterLabel(draft, index + 1);
  const isDouble = /^[/-]$/.test(keyAt(draft, index + 1)) && isLabel(keyAt(draft, index + 2));
  if (isDouble) to = afterLabel(draft, index + 3);
  return { label: { from: index, to }, isCuit: CUIT_LABELS.has(keyAt(draft, index)) };
}

const isLabel = (key: string) => DNI_LABELS.has(key) || CUIT_LABELS.has(key) || key === 'pasaporte';

function readLabelled(draft: Draft, { from, to }: Span): void {
  const span =
    cuitAt(draft, to) ??
    noDocumentAt(draft, to) ??
    (keyAt(draft, from) === 'pasaporte' ? passportAt(draft, to) : dniAt(draft, to)) ??
    letteredZero(draft, to);
  if (span && readNumber(draft, span)) {
    claim(draft, { from, to }, 'label');
    return;
  }
  const end = span?.to ?? digitsEnd(draft, to);
  if (end > to || CUIT_LABELS.has(keyAt(draft, from))) claim(draft, { from, to: end }, 'observations');
}

/** Returns the end of digits in groups with hyphens, dots or slashes: a number that is no document isn't a phone either. */
function digitsEnd(draft: Draft, start: number): number {
  let to = start;
  while (kindAt(draft, to) === 'number') {
    to++;
    const next = skipSigns(draft, to, HYPHENS);
    if (next > to && isGlued(draft, next) && kindAt(draft, next) === 'number') to = next;
  }
  return to;
}

/** 'S/D': without a document. */
function noDocumentAt(draft: Draft, index: number): Span | null {
  const isWritten = plainDocument(spanText(draft, { from: index, to: index + 3 })) === NO_DOCUMENT;
  return isWritten ? { from: index, to: index + 3 } : null;
}

/** A document whose first sign is the letter O, which may be a zero: 'O8456789'. */
function letteredZero(draft: Draft, index: number): Span | null {
  const isZero = keyAt(draft, index) === 'o' && isGlued(draft, index + 1);
  return isZero && dniAt(draft, index + 1) ? { from: index, to: index + 2 } : null;
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
  const start = skipSigns(draft, index, LABEL_SIGNS);
  return NUMBER_WORDS.has(keyAt(draft, start)) ? skipSigns(draft, start + 1, LABEL_SIGNS) : start;
}

function readNumber(draft: Draft, span: Span): boolean {
  const value = plainDocument(spanText(draft, span));
  // The letter O may be a zero.
  const isValid = (value.length !== 11 || isCuitCheckDigitValid(value)) && !/^o\d/i.test(value);
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

/** Returns a CUIT in one word, or in three groups with hyphens or blanks. */
function cuitAt(draft: Draft, index: number): Span | null {
  if (/^\d{11}$/.test(digitsAt(draft, index))) return { from: index, to: index + 1 };
  if (!/^\d{2}$/.test(keyAt(draft, index))) return null;
  const body = skipSigns(draft, index + 1, HYPHENS);
  const last = skipSigns(draft, body + 1, HYPHENS);
  const isWhole = /^\d{8}$/.test(digitsAt(draft, body)) && /^\d$/.test(keyAt(draft, last));
  return isWhole ? { from: index, to: last + 1 } : null;
}

/** Whether a number without a label is a document: '28.456.789', or a CUIT with a valid check digit. */
function isUnlabelledDocument(draft: Draft, index: number): boolean {
  if (kindAt(draft, index) !== 'number' || isGlued(draft, index)) return false;
  if (/^\d{1,2}\.\d{3}\.\d{3}$/.test(keyAt(draft, index))) return true;
  const cuit = cuitAt(draft, index);
  const digits = cuit && cuitDigits(spanText(draft, cuit));
  if (!cuit || !digits || !CUIT_PREFIX.test(digits)) return false;
  return spanText(draft, cuit).includes('-') || isCuitCheckDigitValid(digits);
}
