import { asidesEnd } from './claims/asides.ts';
import {
  claim,
  type Draft,
  freeChunks,
  isBreak,
  isGlued,
  isUnread,
  keyAt,
  kindAt,
  readPart,
  type Span,
  skipSigns,
  spanKey,
  trimSigns,
} from './claims/draft.ts';
import { dateEnd, type HouseNumber, houseNumberAt, lotAt } from './claims/house-number.ts';
import { townProvinces } from './claims/localities.ts';
import { provinceOfKey } from './claims/province-name.ts';
import {
  APARTMENT_WORDS,
  BLOCK_WORDS,
  BUILDING_WORDS,
  COMPANY_WORDS,
  FLOOR_WORDS,
  LOT_WORDS,
  MESSAGE_WORDS,
  NEIGHBORHOOD_WORDS,
  NUMBER_LABELS,
  NUMBERED_TYPES,
  REMARK_WORDS,
  ROADS,
  STREET_TYPES,
  UNIT_WORDS,
} from './claims/words.ts';
import { isLabelledTown, mayBeTown, readTownBefore, type Street, streetBeside, townsAmong } from './town-with-code.ts';

/** The tokens of a street with its number. */
export interface ReadStreet extends Span {
  /** True if they may as well be a town with its postal code, and nothing else in the text is a street. */
  isTown?: true;
}

/** Most candidates for a street: each one is compared with the whole text. */
const MAX_CANDIDATES = 8;

/** Most words of a street's name. */
const MAX_NAME = 9;

/**
 * Reads street and number, from the first chunk that has both, otherwise from one that begins like a street.
 *
 * @returns the tokens of the street with its number; null without a street
 */
export function readStreet(draft: Draft): ReadStreet | null {
  const chunks = streetChunks(draft);
  // The number beside a street's label is read with its own label.
  const candidates = draft.parts.street_name ? [] : firstStreets(draft, chunks);
  const towns = townsAmong(draft, candidates);
  const found = bestStreet(
    draft,
    candidates.filter((candidate) => !towns.includes(candidate)),
  );
  const isRemark = found !== null && towns.length > 0 && hasSentence(draft, found.name);
  const street = found && !isRemark ? found : streetBeside(draft, towns);
  if (!street) return readLot(draft, chunks) ?? readTown(draft, towns);
  const number = street.number ?? numberAfter(draft, street.name.to);
  const isUnclear = street.isTorn && hasUnread(draft, { from: street.name.to, to: number?.start ?? street.name.to });
  const isBehindTown = towns.some(({ name }) => name.from < street.name.from);
  const isDoubted = isBehindTown || (towns.length > 0 && number === null) || mayBeTown(draft, street);
  const isSure =
    !isDoubted &&
    !hasSentence(draft, street.name) &&
    !isUnclear &&
    !draft.asides[street.name.from - 1] &&
    !isOldName(draft, street.name.from) &&
    ((number !== null && street.corner === null) ||
      (STREET_TYPES.has(keyAt(draft, street.name.from)) && street.corner === null));
  readPart(draft, 'street_name', street.name, isSure ? 'sure' : 'doubtful');
  if (street.corner && readPart(draft, 'between_1', street.corner, 'doubtful')) {
    claim(draft, { from: street.name.to, to: street.corner.from }, 'label');
  }
  if (number)
    readNumber(draft, number, street.number && !isUnclear && !isDoubted && !number.isGuess ? 'sure' : 'doubtful');
  else readLot(draft, streetChunks(draft));
  readTownBefore(draft, street.name);
  return { from: street.name.from, to: number?.value.to ?? street.corner?.to ?? street.name.to };
}

function firstStreets(draft: Draft, chunks: readonly Span[]): Street[] {
  const found: Street[] = [];
  for (const chunk of chunks) {
    const street = streetIn(draft, chunk);
    if (street && found.push(street) === MAX_CANDIDATES) break;
  }
  return found;
}

/** Returns the first street with a number, otherwise one that begins like a street. */
function bestStreet(draft: Draft, candidates: readonly Street[]): Street | null {
  const found = joinDashed(draft, candidates);
  const torn = new Set(found.flatMap(({ isTorn, number }) => (isTorn ? number?.start : [])));
  // 'Mitre (ex 25) 100 3' is no street of the name '100'.
  const streets = found.filter(({ name }) => !torn.has(name.from));
  const isWhole = ({ name, number, isTorn }: Street) =>
    number !== null && !isTorn && !(torn.size > 0 && isPlace(draft, name));
  return (
    streets.find((street) => isWhole(street) && !hasSentence(draft, street.name)) ??
    streets.find(isWhole) ??
    streets.find(({ name }) => STREET_TYPES.has(keyAt(draft, name.from))) ??
    streets.find(({ number }) => number !== null) ??
    streets.find(({ name }) => BLOCK_WORDS.has(keyAt(draft, name.from))) ??
    streets.find(({ corner }) => corner !== null) ??
    null
  );
}

/** Reads a town and its code as a doubtful street, if the text has no other one: 'Salta 4400' alone may be both. */
function readTown(draft: Draft, towns: readonly Street[]): ReadStreet | null {
  const town = towns.find((candidate) => !isLabelledTown(draft, candidate));
  if (!town?.number) return null;
  readPart(draft, 'street_name', town.name, 'doubtful');
  readNumber(draft, town.number, 'doubtful');
  return { from: town.name.from, to: town.number.value.to, isTown: true };
}

/** Brackets and former names contain neither street nor number. */
const streetChunks = (draft: Draft) => freeChunks(draft).filter(({ from }) => !draft.asides[from]);

/** Whether a name contains words of a message: 'te mando a Mitre 123'. */
const hasSentence = (draft: Draft, name: Span) =>
  draft.tokens.slice(name.from, name.to).some(({ key }) => MESSAGE_WORDS.has(key));

/** Whether a name is a town or a province: in 'Perón (ex Cangallo) 1500, CABA 1037' it is no street. */
function isPlace(draft: Draft, name: Span): boolean {
  const key = spanKey(draft, name);
  return townProvinces(key).length > 0 || provinceOfKey(key) !== null;
}

/** Whether words between a street and its number belong to no part. */
const hasUnread = ({ tokens, owners }: Draft, { from, to }: Span) =>
  tokens.slice(from, to).some(({ kind }, offset) => kind !== 'sign' && isUnread(owners[from + offset] ?? null));

/** Joins 'Autopista Buenos Aires - La Plata km 9' to one street. */
function joinDashed(draft: Draft, streets: readonly Street[]): Street[] {
  return streets.map((street, index) => {
    const before = streets[index - 1];
    const isDashed =
      before?.number === null && before.name.to === street.name.from - 1 && keyAt(draft, before.name.to) === '-';
    return isDashed ? { ...street, name: { from: before.name.from, to: street.name.to } } : street;
  });
}

function readNumber(draft: Draft, number: HouseNumber, confidence: 'sure' | 'doubtful'): void {
  readPart(draft, 'street_number', number.value, confidence, number.text);
  claim(draft, { from: number.start, to: number.value.from }, 'label');
}

/** Reads the lot of an address in a private neighbourhood, which may have no street. */
function readLot(draft: Draft, chunks: readonly Span[]): Span | null {
  for (const { from, to } of chunks) {
    for (let index = from; index < to; index++) {
      const lot = LOT_WORDS.has(keyAt(draft, index)) ? lotAt(draft, index) : null;
      if (!lot) continue;
      readNumber(draft, lot, 'sure');
      return lot.value;
    }
  }
  return null;
}

/** Returns the number that follows a street after a break or after its between streets. */
function numberAfter(draft: Draft, index: number): HouseNumber | null {
  let next = index;
  while (next < draft.tokens.length && (draft.owners[next] !== null || draft.asides[next] || isBreak(draft, next)))
    next++;
  const number = houseNumberAt(draft, next);
  const follows = number ? number.value.to : next;
  const isAlone = number !== null && (kindAt(draft, follows) !== 'word' || isBreak(draft, follows));
  const isLabelled = number !== null && (number.start < number.value.from || number.text === 'S/N');
  return isLabelled || isAlone ? number : lotAt(draft, next);
}

function streetIn(draft: Draft, chunk: Span): Street | null {
  const from = nameStart(draft, chunk);
  const first = keyAt(draft, from);
  if (
    spanKey(draft, chunk)
      .split(' ')
      .some((word) => COMPANY_WORDS.has(word))
  )
    return null;
  const isOther = [
    BUILDING_WORDS,
    FLOOR_WORDS,
    APARTMENT_WORDS,
    UNIT_WORDS,
    NEIGHBORHOOD_WORDS,
    LOT_WORDS,
    REMARK_WORDS,
    NUMBER_LABELS,
  ];
  if (isOther.some((words) => words.has(first))) return null;
  let index = fixedNameEnd(draft, from);
  const isFixed = index > from;
  const start = index;
  for (; index < chunk.to && index - from <= MAX_NAME; index++) {
    const key = keyAt(draft, index);
    const number = (isFixed || index > from) && !isUnit(draft, index - 1) ? numberAt(draft, index, from) : null;
    if (number && hasWord(draft, { from, to: index })) {
      return { name: trimName(draft, { from, to: number.start }), number, corner: null };
    }
    const isOrdinal = /^[°º]$/.test(keyAt(draft, index + 1));
    if (kindAt(draft, index) === 'number' && !isOrdinal && dateEnd(draft, index) === null) {
      // The letter of 'T1' belongs to its number.
      if (isGlued(draft, index) && keyAt(draft, index - 1).length === 1 && index - 1 > from) index--;
      break;
    }
    if (FLOOR_WORDS.has(key) || APARTMENT_WORDS.has(key)) break;
    if (key === 'y' && index > from && index < chunk.to - 1) {
      const number = numberIn(draft, { from: Math.max(index + 2, fixedNameEnd(draft, index + 1)), to: chunk.to });
      // 'Ortega y Gasset 123' is one street; 'Mitre y Roca s/n' is a corner.
      const isCorner = STREET_TYPES.has(keyAt(draft, index + 1)) || number === null || number.text === 'S/N';
      if (!isCorner) continue;
      const corner = trimSigns(draft, { from: index + 1, to: number?.start ?? chunk.to });
      return { name: trimName(draft, { from, to: index }), number, corner };
    }
  }
  const name = trimName(draft, { from, to: index });
  const next = index === chunk.to ? asidesEnd(draft, index) : null;
  const number = next !== null && name.from < name.to ? houseNumberAt(draft, next) : null;
  if (number) return { name, number, corner: null, isTorn: true };
  const isTyped = STREET_TYPES.has(first) || BLOCK_WORDS.has(first);
  return isTyped && index > from && (start > from || index > from + 1) ? { name, number: null, corner: null } : null;
}

function numberIn(draft: Draft, { from, to }: Span): HouseNumber | null {
  for (let index = from; index < to; index++) {
    const number = houseNumberAt(draft, index);
    if (number) return number;
  }
  return null;
}

/** A house number, or the lot of a block. */
function numberAt(draft: Draft, index: number, from: number): HouseNumber | null {
  if (BLOCK_WORDS.has(keyAt(draft, from))) return lotAt(draft, index);
  // 'sector 4' isn't a house number.
  return houseNumberAt(draft, index);
}

/** Whether the token before a number announces a floor, a unit or a part of a building. */
function isUnit(draft: Draft, index: number): boolean {
  const key = keyAt(draft, index);
  return (
    FLOOR_WORDS.has(key) ||
    APARTMENT_WORDS.has(key) ||
    LOT_WORDS.has(key) ||
    // Streets are called 'de la Torre' and 'de la Puerta'.
    (BUILDING_WORDS.has(key) && keyAt(draft, index - 1) !== 'la')
  );
}

const hasWord = (draft: Draft, { from, to }: Span) => draft.tokens.slice(from, to).some(({ kind }) => kind !== 'sign');

/** Removes signs at the ends of a name, but keeps a dot after an abbreviation. */
const trimName = (draft: Draft, span: Span): Span => trimSigns(draft, span);

/** Returns where the street begins in a chunk: at its type, if a person's name stands before. */
function nameStart(draft: Draft, { from, to }: Span): number {
  if (STREET_TYPES.has(keyAt(draft, from))) return from;
  for (let index = from + 1; index < to && kindAt(draft, index) !== 'number'; index++) {
    if (index > from + 1 && STREET_TYPES.has(keyAt(draft, index))) return index;
  }
  return from;
}

/** Whether a name begins like 'Ex Ruta 8' or 'Antigua calle 25'. */
const isOldName = (draft: Draft, from: number) =>
  /^(ex|antiguo|antigua)$/.test(keyAt(draft, from)) && STREET_TYPES.has(keyAt(draft, from + 1));

/** Returns the end of a name that contains a number ('Ruta 8', 'Calle 50', '9 de Julio', 'Mza 4'); `from` if there is none. */
function fixedNameEnd(draft: Draft, from: number): number {
  if (isOldName(draft, from)) {
    const end = fixedNameEnd(draft, from + 1);
    return end > from + 1 ? end : from;
  }
  const first = keyAt(draft, from);
  const next = skipSigns(draft, from + 1, '.:°º');
  if (BLOCK_WORDS.has(first)) return kindAt(draft, next) === null ? from : next + 1;
  const date = dateEnd(draft, STREET_TYPES.has(first) ? next : from);
  if (date !== null) return date;
  const isOfNation = /^(nac|nacional|prov|provincial|n|nro)$/.test(keyAt(draft, next));
  const figure = isOfNation ? skipSigns(draft, next + 1, '.:°º') : next;
  if (kindAt(draft, figure) !== 'number') return from;
  if (ROADS.has(first)) return figure + 1;
  if (!NUMBERED_TYPES.has(first) || isOfNation || !/^\d{1,4}$/.test(keyAt(draft, figure))) return from;
  // 'Av. 7 1234' and 'Calle 50 N° 1234', but 'Calle 1234' alone has no number.
  return figure + 1;
}
