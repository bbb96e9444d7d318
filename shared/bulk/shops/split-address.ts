import type { BulkCells, BulkColumn } from '#shared/bulk/columns.ts';
import type { Contact, ContactPart } from '#shared/rules/contact-text/contact-parts.ts';
import { readContact } from '#shared/rules/contact-text/read-contact.ts';
import { fold } from '#shared/rules/fold.ts';
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

/** A house number alone: '1234', '1234 B', 'S/N'. */
const PLAIN_NUMBER = /^(?:\d{1,6} ?[a-z]?|s\/?n)$/i;

/** Maximum length of floor and apartment. */
const UNIT_MAX = 10;

/** Splits an address into the fields of an order. Loses no word, and marks what it guessed. */
export function splitAddress({ street, number = '', unit = '', second = '', known = [] }: AddressText): SplitAddress {
  const whole = [street, number, unit, second].map(oneLine).filter((text) => text !== '');
  const refused = longTextReason(whole.join(' '), 'dirección');
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
  return addUnit(extra === '' ? found : withRest(found, extra), oneLine(unit));
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const noCells = () => Object.fromEntries(COLUMNS.map((column) => [column, ''])) as SplitAddress['cells'];

const withRest = (found: SplitAddress, more: string): SplitAddress => ({
  ...found,
  rest: [found.rest, more].filter((text) => text !== '').join(', '),
});

/** The number has its own column: the street may repeat it, or have a second one. */
function withNumber(line: string, given: string, known: readonly string[]): SplitAddress {
  const cells = { ...noCells(), calle: line, altura: given };
  if (!/\d/.test(line)) return { cells, doubtful: [], rest: '' };
  const contact = readContact(line);
  const read = contact.parts.street_number?.value;
  if (read === undefined || !contact.parts.street_name) return { cells, doubtful: [], rest: '' };
  if (fold(read) === fold(given)) return fromContact(contact, line, known);
  return { cells, doubtful: ['calle', 'altura'], rest: '' };
}

function readStreet(
  lines: readonly string[],
  { line, given, known }: { line: string; given: string; known: readonly string[] },
): SplitAddress {
  const text = lines.filter((part) => part !== '').join('\n');
  const contact = readContact(text);
  if (contact.parts.street_name) return fromContact(contact, text, known);
  // Nothing was found: the person completes what is missing.
  const cells = { ...noCells(), calle: line, altura: given };
  return { cells, doubtful: line === '' ? [] : ['calle'], rest: lines.slice(1).join('') };
}

function fromContact({ parts, observations }: Contact, text: string, known: readonly string[]): SplitAddress {
  const cells = noCells();
  for (const column of COLUMNS) cells[column] = parts[PARTS[column]]?.value ?? '';
  const doubtful = COLUMNS.filter((column) => parts[PARTS[column]]?.confidence === 'doubtful');
  const used = new Set<string>(Object.values(PARTS));
  const repeated = known.map(fold);
  const others = Object.entries(parts).flatMap(([part, { value }]) =>
    used.has(part) || part === 'receiver_name' || !fold(text).includes(fold(value)) || repeated.includes(fold(value))
      ? []
      : [value],
  );
  const rest = [observations, ...others].filter((part) => part !== '').join(', ');
  return {
    cells,
    doubtful: others.length > 0 && !doubtful.includes('calle') ? ['calle', ...doubtful] : doubtful,
    rest,
  };
}

/** Adds floor and apartment from a column of their own. */
function addUnit(found: SplitAddress, unit: string): SplitAddress {
  if (!/[\p{L}\p{N}]/u.test(unit)) return found;
  if (found.cells.piso !== '' || found.cells.dpto !== '') {
    const isSame = fold(unit).includes(fold(found.cells.piso)) && fold(unit).includes(fold(found.cells.dpto));
    return isSame ? found : withRest(found, unit);
  }
  const letter = /^[a-z]$/i.test(unit);
  const bare = /^\d/.test(unit) && !/^\d+ ?°? ?(piso|dpto|depto)/i.test(unit);
  const { parts, observations } = readContact(`Mitre 100, ${letter ? `dpto ${unit}` : bare ? `piso ${unit}` : unit}`);
  const [floor, apartment] = [parts.floor, parts.apartment];
  if ((floor || apartment) && Object.keys(parts).every((part) => UNIT_PARTS.has(part))) {
    // A number alone may be an apartment as well.
    const isGuess = letter || /^\d+$/.test(unit) || observations !== '';
    const doubtful = [
      ...(floor && (isGuess || floor.confidence === 'doubtful') ? (['piso'] as const) : []),
      ...(apartment && (isGuess || apartment.confidence === 'doubtful') ? (['dpto'] as const) : []),
    ];
    const cells = { ...found.cells, piso: floor?.value ?? '', dpto: apartment?.value ?? '' };
    return withRest({ ...found, cells, doubtful: [...found.doubtful, ...doubtful] }, observations);
  }
  if (unit.length > UNIT_MAX) return withRest(found, unit);
  return { ...found, cells: { ...found.cells, piso: unit }, doubtful: [...found.doubtful, 'piso'] };
}

const UNIT_PARTS: ReadonlySet<string> = new Set(['street_name', 'street_number', 'floor', 'apartment']);
