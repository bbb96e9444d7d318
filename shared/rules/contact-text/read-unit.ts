import { claim, type Draft, isGlued, keyAt, kindAt, readPart, skipSigns } from './draft.ts';
import { APARTMENT_WORDS, BUILDING_WORDS, FLOOR_WORDS, UNIT_WORDS } from './words.ts';

const ORDINALS = /^(er|ero|ro|do|ndo|to|mo|vo|no|ra|da|ta|ma|va|na)$/;

/** Highest floor that a number without 'piso' can be. */
const MAX_FLOOR = 60;

/** Longest apartment and floor (D1 §5). */
const MAX_LENGTH = 10;

/**
 * Reads floor and apartment.
 *
 * @param address index after the house number, where 'Rivadavia 4500 3 B' has its floor; null without a number
 */
export function readUnit(draft: Draft, address: number | null): void {
  for (let index = 0; index < draft.tokens.length; index++) {
    if (draft.owners[index] !== null) continue;
    const after = address !== null && index >= address;
    readNamedFloor(draft, index) ||
      readOrdinal(draft, index) ||
      readNamedApartment(draft, index) ||
      readBuilding(draft, index, after);
    if (after) readInitials(draft, index);
  }
  if (address !== null) readPositional(draft, address);
}

/** Returns the end of a number's ordinal sign or ending: '3°', '10mo', '2do.'. */
function ordinalEnd(draft: Draft, number: number): number {
  const next = number + 1;
  const isEnding = isGlued(draft, next) && ORDINALS.test(keyAt(draft, next));
  return isEnding ? skipSigns(draft, next + 1, '.') : skipSigns(draft, next, '°º');
}

/** 'piso 7', '7 piso' after an ordinal, 'PB', 'planta baja', 'subsuelo'. */
function readNamedFloor(draft: Draft, index: number): boolean {
  const key = keyAt(draft, index);
  if (FLOOR_WORDS.has(key)) {
    const value = skipSigns(draft, index + 1, '.:°º');
    const isFloor = kindAt(draft, value) === 'number' || /^(pb|ep|ss|[a-z])$/.test(keyAt(draft, value));
    const to = kindAt(draft, value) === 'number' ? ordinalEnd(draft, value) : value + 1;
    if (!isFloor || !readPart(draft, 'floor', { from: value, to: value + 1 }, 'sure')) return false;
    claim(draft, { from: index, to }, 'label');
    readApartmentAt(draft, to);
    return true;
  }
  const names: Record<string, string> = { pb: 'PB', ep: 'EP', entrepiso: 'EP', subsuelo: 'SS', planta: 'PB' };
  const isGround = key === 'planta' && keyAt(draft, index + 1) === 'baja';
  const value = key === 'planta' && !isGround ? undefined : names[key];
  if (value === undefined) return false;
  const to = isGround ? index + 2 : index + 1;
  if (!readPart(draft, 'floor', { from: index, to }, 'sure', value)) return false;
  readApartmentAt(draft, to);
  return true;
}

/** '3° B', '10mo C', '2do piso', '7 piso'. */
function readOrdinal(draft: Draft, index: number): boolean {
  const figure = keyAt(draft, index);
  if (kindAt(draft, index) !== 'number' || !/^\d{1,2}$/.test(figure) || Number(figure) > MAX_FLOOR) return false;
  const end = ordinalEnd(draft, index);
  const isFloor = FLOOR_WORDS.has(keyAt(draft, end));
  if ((end === index + 1 && !isFloor) || keyAt(draft, end) === 'de') return false;
  if (!readPart(draft, 'floor', { from: index, to: index + 1 }, 'sure')) return false;
  const to = isFloor ? end + 1 : end;
  claim(draft, { from: index, to }, 'label');
  readApartmentAt(draft, to);
  return true;
}

/** Reads what follows a floor: 'B', '12', '"C"'. */
function readApartmentAt(draft: Draft, index: number): void {
  const value = skipSigns(draft, index, '-."“”\'°º ');
  const isQuoted = /["“”']/.test(keyAt(draft, value - 1));
  const key = keyAt(draft, value);
  const isLetter = /^[a-z]$/.test(key) && !isRest(draft, value);
  const isFigure = kindAt(draft, value) === 'number' && /^\d{1,3}$/.test(key) && ordinalEnd(draft, value) === value + 1;
  if (!isLetter && !isFigure && !isQuoted) return;
  if (isFigure && FLOOR_WORDS.has(keyAt(draft, value + 1))) return;
  if (kindAt(draft, value) === null || kindAt(draft, value) === 'sign') return;
  readPart(draft, 'apartment', { from: value, to: value + 1 }, 'sure');
}

/** Whether a letter begins something else: 'd. B', 'e/ Mitre', 's/n', 'n° 5', 'B° Norte'. */
const isRest = (draft: Draft, index: number) => /^[./°º]$/.test(keyAt(draft, index + 1)) && isGlued(draft, index + 1);

/** 'dpto B', and units that keep their word: 'Of. 1204', 'local 5', 'PH 3'. */
function readNamedApartment(draft: Draft, index: number): boolean {
  const key = keyAt(draft, index);
  if (!APARTMENT_WORDS.has(key) && !UNIT_WORDS.has(key)) return false;
  const value = skipSigns(draft, index + 1, '.:°º"“”\'#');
  const isValue = kindAt(draft, value) === 'number' || /^[a-z]{1,2}$/.test(keyAt(draft, value));
  if (APARTMENT_WORDS.has(key) && isValue) {
    const isPair = isGlued(draft, value + 1) && /^([a-z]|\d{1,3})$/.test(keyAt(draft, value + 1));
    if (!readPart(draft, 'apartment', { from: value, to: isPair ? value + 2 : value + 1 }, 'sure')) return false;
    claim(draft, { from: index, to: value }, 'label');
    return true;
  }
  if (!UNIT_WORDS.has(key)) return false;
  // 'local a la calle' names no unit.
  const isPhrase = /^[aeoy]$/.test(keyAt(draft, value)) && kindAt(draft, value + 1) === 'word';
  const isUnit =
    kindAt(draft, value) === 'number' || (!isPhrase && /^[a-z]$/.test(keyAt(draft, value)) && !isRest(draft, value));
  const isAlone = /^(ph|casa)$/.test(key) && kindAt(draft, index + 1) !== 'word';
  const to = isUnit ? value + 1 : index + 1;
  const length = (draft.tokens[to - 1]?.end ?? 0) - (draft.tokens[index]?.start ?? 0);
  return (isUnit || isAlone) && length <= MAX_LENGTH && readPart(draft, 'apartment', { from: index, to }, 'sure');
}

/** 'Torre 2', 'Edificio 23', 'timbre 2': observations. */
function readBuilding(draft: Draft, index: number, after: boolean): boolean {
  if (!BUILDING_WORDS.has(keyAt(draft, index))) return false;
  const value = skipSigns(draft, index + 1, '.:°º');
  const isNamed =
    kindAt(draft, value) === 'number' || /^([a-z]|norte|sur|este|oeste|[ivx]+)$/.test(keyAt(draft, value));
  if (!isNamed || (!after && draft.parts.street_name !== undefined && keyAt(draft, index - 1) !== '')) return false;
  claim(draft, { from: index, to: value + 1 }, 'observations');
  return true;
}

/** 'P.3', 'p4', 'D: B' after the house number. */
function readInitials(draft: Draft, index: number): void {
  const key = keyAt(draft, index);
  if (key === 'p' || key === 'd') {
    const value = skipSigns(draft, index + 1, '.:');
    const isLetter = key === 'd' && value > index + 1 && /^[a-z]$/.test(keyAt(draft, value));
    const isValue = kindAt(draft, value) === 'number' || isLetter;
    const part = key === 'p' ? 'floor' : 'apartment';
    if (isValue && readPart(draft, part, { from: value, to: value + 1 }, 'sure')) {
      claim(draft, { from: index, to: value }, 'label');
      return;
    }
  }
  // 'D.B' and 'dB' are one word.
  const text = draft.text.slice(draft.tokens[index]?.start, draft.tokens[index]?.end);
  const [, letter] = /^[dD]\.?([a-hA-H])\.?$/.exec(text) ?? [];
  if (letter && draft.parts.floor) readPart(draft, 'apartment', { from: index, to: index + 1 }, 'sure', letter);
}

/** '3 B', '3B', '1 2', '22 2201' directly after the house number; a lone '3' or 'B' is doubtful. */
function readPositional(draft: Draft, address: number): void {
  let index = skipSigns(draft, address, ',-/–.');
  while (draft.owners[index] === 'observations') index++;
  const figure = keyAt(draft, index);
  if (
    !draft.parts.floor &&
    kindAt(draft, index) === 'number' &&
    /^\d{1,2}$/.test(figure) &&
    Number(figure) <= MAX_FLOOR
  ) {
    const next = skipSigns(draft, index + 1, ',-/–."“”');
    const apartment = keyAt(draft, next);
    const isLetter = /^[a-z]$/.test(apartment) && !isRest(draft, next);
    const isFigure = /^\d{1,3}$/.test(apartment) || (/^\d{4}$/.test(apartment) && apartment.startsWith(figure));
    const isPair = isLetter || (isFigure && kindAt(draft, next) === 'number');
    readPart(draft, 'floor', { from: index, to: index + 1 }, isPair ? 'sure' : 'doubtful');
    if (isPair) readPart(draft, 'apartment', { from: next, to: next + 1 }, 'sure');
    return;
  }
  while (draft.owners[index] === 'floor' || draft.owners[index] === 'label') index++;
  index = skipSigns(draft, index, ',-/–."“”');
  if (
    !draft.parts.apartment &&
    /^[a-z]$/.test(keyAt(draft, index)) &&
    !isRest(draft, index) &&
    kindAt(draft, index) === 'word'
  ) {
    readPart(draft, 'apartment', { from: index, to: index + 1 }, draft.parts.floor ? 'sure' : 'doubtful');
  }
}
