import { spreadsheetArtifact } from '#shared/bulk/doubts/spreadsheet-artifacts.ts';
import type { BulkCells, BulkColumn } from '#shared/bulk/layout/columns.ts';
import { shortened } from '#shared/bulk/rows/errors.ts';
import { UNIT_MAX } from '#shared/bulk/rows/limits.ts';
import { fold } from '#shared/kit/text/fold.ts';
import type { ContactPart } from '#shared/orders/contact-text/claims/contact-parts.ts';
import { type Draft, isUnread, type Owner, startDraft } from '#shared/orders/contact-text/claims/draft.ts';
import { provinceOfKey } from '#shared/orders/contact-text/claims/province-name.ts';
import type { Token } from '#shared/orders/contact-text/claims/tokens.ts';
import { APARTMENT_WORDS, BUILDING_WORDS, FLOOR_WORDS } from '#shared/orders/contact-text/claims/words.ts';
import { readDraft, textOf } from '#shared/orders/contact-text/read-contact.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { longTextReason } from './long-text.ts';

/** An address as shops and spreadsheets store it. */
export interface AddressText {
  /** Street, often with its number, floor and more. */
  street: string;
  /** House number; empty if it is part of the street. */
  number?: string;
  /** Floor and apartment in one text. */
  unit?: string;
  /** A second line. */
  second?: string;
  /** Values of other columns, which an address often repeats: city, province, postal code. */
  known?: readonly string[];
}

const PARTS = {
  calle: 'street_name',
  altura: 'street_number',
  piso: 'floor',
  dpto: 'apartment',
  entre_calle_1: 'between_1',
  entre_calle_2: 'between_2',
  barrio: 'neighborhood_name',
} as const satisfies Partial<Record<BulkColumn, ContactPart>>;

type AddressColumn = keyof typeof PARTS;

export interface SplitAddress {
  cells: Pick<BulkCells, AddressColumn>;
  /** Columns that a person has to check. */
  doubtful: readonly AddressColumn[];
  /** Words that belong to none of the columns. */
  rest: string;
  /** Why the address wasn't read, in Spanish: it is in `calle`. */
  refused?: string;
}

const COLUMNS = Object.keys(PARTS) as AddressColumn[];

/** Parts of a contact that have no column in an address. */
const OTHER_PARTS: readonly ContactPart[] = [
  'city',
  'zip_code',
  'state',
  'first_name',
  'last_name',
  'receiver_name',
  'document',
  'receiver_phone',
  'email',
];

/** A house number alone: '1234', '1234 B', 'S/N'. */
const PLAIN_NUMBER = /^(?:\d{1,6} ?[a-z]?|s\/?n)$/i;

/** Splits an address into the fields of an order. Loses no word, and marks what it guessed. */
export function splitAddress({ street, number = '', unit = '', second = '', known = [] }: AddressText): SplitAddress {
  const whole = [street, number, unit, second].map(oneLine).filter((text) => text !== '');
  const refused = longTextReason(whole.join(' '), 'dirección') ?? changedPart({ street, number, unit, second });
  if (refused) return { cells: { ...noCells(), calle: whole.join(' ') }, doubtful: [], rest: '', refused };
  const line = oneLine(street);
  const given = oneLine(number);
  if (given === '' && PLAIN_NUMBER.test(oneLine(second)) && !/\d/.test(line)) {
    const found = splitAddress({ street, number: second, unit, known });
    return { ...found, doubtful: ['altura', ...found.doubtful] };
  }
  const found = PLAIN_NUMBER.test(given)
    ? withNumber(line, given, known)
    : readStreet([oneLine(`${line} ${given}`), oneLine(second)], { line, given, known });
  const extra = PLAIN_NUMBER.test(given) ? oneLine(second) : '';
  return addUnit(addSecond(found, extra), oneLine(unit));
}

/** Returns the first part that a spreadsheet changed, with the reason why it can't be read; undefined if there is none. */
function changedPart({ street, number, unit, second }: Required<Omit<AddressText, 'known'>>): string | undefined {
  const parts = [
    ...[street, second].map((text) => [text, 'text'] as const),
    ...[number, unit].map((text) => [text, 'figure'] as const),
  ];
  const isAlone = parts.filter(([text]) => oneLine(text) !== '').length === 1;
  for (const [text, date] of parts) {
    const reason = spreadsheetArtifact(oneLine(text), { formula: true, date });
    if (reason) return isAlone ? reason : `«${shortened(oneLine(text))}»: ${reason}`;
  }
  return undefined;
}

/** Returns a text without line breaks; some shops export the blanks and line breaks of HTML. */
const oneLine = (text: string) =>
  text
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/<br *\/?>/gi, ', ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim();

const noCells = () => Object.fromEntries(COLUMNS.map((column) => [column, ''])) as SplitAddress['cells'];

const withRest = (found: SplitAddress, more: string): SplitAddress => ({
  ...found,
  rest: [found.rest, more].filter((text) => text !== '').join(', '),
});

/** Adds a second line: floor and apartment, or a remark. */
function addSecond(found: SplitAddress, second: string): SplitAddress {
  if (second === '') return found;
  if (readUnit(second)) return addUnit(found, second);
  return withDoubts(withRest(found, second), startDraft(second).tokens.some(mayBeAddress) ? ['piso'] : []);
}

/** The number has its own column: the street may repeat it, or contain a floor, a former name and more. */
function withNumber(line: string, given: string, known: readonly string[]): SplitAddress {
  const cells = { ...noCells(), calle: line, altura: given };
  const { tokens } = startDraft(line);
  if (!tokens.some(mayBeAddress)) return { cells, doubtful: [], rest: '' };
  const end = tokens.findIndex(({ key }, index) => index > 0 && (key === ',' || ASIDE.test(key) || isUnitLabel(key)));
  const alone = read(line);
  if (alone.parts.street_name && alone.parts.street_number) {
    if (fold(alone.parts.street_number.value) === fold(given)) return fromDraft(alone, known);
    return { cells, doubtful: ['calle', 'altura'], rest: '' };
  }
  const at = tokens[end]?.start ?? line.length;
  const whole = read(oneLine(`${line.slice(0, at)} ${given} ${line.slice(at)}`));
  const { street_name, street_number } = whole.parts;
  if (!street_name || !street_number || fold(street_number.value) !== fold(given))
    return { cells, doubtful: ['calle'], rest: '' };
  const found = fromDraft(whole, known);
  // The number is certain, but the text beside it isn't.
  const doubtful = found.doubtful.map((column) => (column === 'altura' ? 'calle' : column));
  return withDoubts({ ...found, doubtful: [] }, doubtful);
}

/** Brackets, and words before a former name or a corner. */
const ASIDE = /^([([{]|ex|antes|anteriormente|esq|esquina|entre)$/;

const isUnitLabel = (key: string) =>
  key === 'pb' || [FLOOR_WORDS, APARTMENT_WORDS, BUILDING_WORDS].some((words) => words.has(key));

/** Whether a token may announce or be more than the name of a street. */
const mayBeAddress = ({ kind, key }: Token) => kind === 'number' || ASIDE.test(key) || isUnitLabel(key);

function readStreet(
  lines: readonly string[],
  { line, given, known }: { line: string; given: string; known: readonly string[] },
): SplitAddress {
  const draft = read(lines.filter((part) => part !== '').join('\n'));
  if (draft.parts.street_name) {
    const found = fromDraft(draft, known);
    return found.doubtful.length === 0 && hasUnreadLine(draft) ? withDoubts(found, ['piso']) : found;
  }
  // Nothing was found: the person completes what is missing.
  const cells = { ...noCells(), calle: line, altura: given };
  return { cells, doubtful: line === '' ? [] : ['calle'], rest: lines.slice(1).join('') };
}

/** Whether the second line contains a number, a label or a bracket that was not understood. */
function hasUnreadLine({ tokens, owners }: Draft): boolean {
  const line = tokens.findIndex(({ key }) => key === '\n');
  return (
    line >= 0 && tokens.some((token, index) => index > line && isUnread(owners[index] ?? null) && mayBeAddress(token))
  );
}

const read = (text: string) => readDraft(text.normalize('NFC'), () => []);

function fromDraft(draft: Draft, known: readonly string[]): SplitAddress {
  const { parts } = draft;
  const cells = noCells();
  for (const column of COLUMNS) cells[column] = parts[PARTS[column]]?.value ?? '';
  const doubtful = COLUMNS.filter((column) => parts[PARTS[column]]?.confidence === 'doubtful');
  const others = OTHER_PARTS.filter((part) => {
    const written = textOf(draft, (owner) => owner === part);
    return written !== '' && !isKnown(part, written, known);
  });
  const isOther = (owner: Owner) => (others as readonly Owner[]).includes(owner);
  return {
    cells,
    doubtful: others.length > 0 && !doubtful.includes('calle') ? ['calle', ...doubtful] : doubtful,
    rest: textOf(draft, (owner) => isUnread(owner) || isOther(owner)),
  };
}

/** Whether another column contains a city, a province or a postal code of the address. */
function isKnown(part: ContactPart, written: string, known: readonly string[]): boolean {
  const key = fold(written);
  return known.some((value) => {
    if (fold(value) === key) return true;
    if (part === 'state') return provinceOfKey(key) !== null && provinceOfKey(key) === provinceOfKey(fold(value));
    const digits = part === 'zip_code' ? parseZip(written)?.digits : undefined;
    return digits !== undefined && digits === parseZip(value)?.digits;
  });
}

/** Adds floor and apartment from a column of their own, which may repeat or complete those of the street. */
function addUnit(found: SplitAddress, unit: string): SplitAddress {
  if (!/[\p{L}\p{N}]/u.test(unit)) return found;
  const { piso, dpto } = found.cells;
  const read = readUnit(unit);
  const isOther = read ? differs(piso, read.piso) || differs(dpto, read.dpto) : piso !== '' || dpto !== '';
  if (isOther) return withDoubts(withRest(found, unit), ['piso', 'dpto']);
  if (read) {
    const cells = { ...found.cells, piso: piso || read.piso, dpto: dpto || read.dpto };
    const isSame = piso !== '' && dpto !== '';
    return withDoubts(withRest({ ...found, cells }, read.rest), isSame ? [] : read.doubtful);
  }
  if (unit.length > UNIT_MAX) return withDoubts(withRest(found, unit), ['piso']);
  return withDoubts({ ...found, cells: { ...found.cells, piso: unit } }, ['piso']);
}

const differs = (one: string, other: string) => one !== '' && other !== '' && fold(one) !== fold(other);

interface ReadUnit {
  piso: string;
  dpto: string;
  doubtful: readonly AddressColumn[];
  rest: string;
}

/** Reads floor and apartment from a text that contains nothing else of an address; null for any other text. */
function readUnit(unit: string): ReadUnit | null {
  const isLetter = /^[a-z]$/i.test(unit);
  const isNumber = /^\d+$/.test(unit);
  const written = isLetter ? `dpto ${unit}` : isNumber ? `piso ${unit}` : unit;
  const draft = read(`Mitre 100, ${written}`);
  const { floor, apartment } = draft.parts;
  if ((!floor && !apartment) || !Object.keys(draft.parts).every((part) => UNIT_PARTS.has(part))) return null;
  const rest = textOf(draft, isUnread);
  // A number alone may be an apartment as well.
  const isGuess = isLetter || isNumber || rest !== '';
  const doubtful = [
    ...(floor && (isGuess || floor.confidence === 'doubtful') ? (['piso'] as const) : []),
    ...(apartment && (isGuess || apartment.confidence === 'doubtful') ? (['dpto'] as const) : []),
  ];
  return { piso: floor?.value ?? '', dpto: apartment?.value ?? '', doubtful, rest };
}

const UNIT_PARTS: ReadonlySet<string> = new Set(['street_name', 'street_number', 'floor', 'apartment']);

const withDoubts = (found: SplitAddress, more: readonly AddressColumn[]): SplitAddress => ({
  ...found,
  doubtful: COLUMNS.filter((column) => found.doubtful.includes(column) || more.includes(column)),
});
