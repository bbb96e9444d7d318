import { claim, type Draft, isGlued, keyAt, kindAt, readPart, skipSigns } from './claims/draft.ts';
import {
  APARTMENT_WORDS,
  BUILDING_WORDS,
  CARDINAL_POINTS,
  COUNTED_WORDS,
  FLOOR_WORDS,
  MORE_BUILDING_WORDS,
  UNIT_WORDS,
} from './claims/words.ts';

const ORDINALS = /^(er|ero|ro|do|ndo|to|mo|vo|no|ra|da|ta|ma|va|na|st|nd|rd|th)$/;

/** Endings before a noun: 'piso' is masculine, and people write '1er' only before what they count. */
const BEFORE_NOUN = /^(er|ra|da|ta|ma|va|na)$/;

/** Highest floor that a number without 'piso' can be. */
const MAX_FLOOR = 60;

const NUMBER_WORDS = /^(n|nro|numero)$/;

/** Words of two letters that join what stands around them: 'depto al fondo', 'dpto de atrás', 'depto no hay'. */
const JOINING: ReadonlySet<string> = new Set('al de el en es la le lo me mi no se si su te tu un va vo ya'.split(' '));

/** Signs between house number, floor and apartment. */
const OPENING = ',-/–."“”‘’';

/** Longest apartment and floor (D1 §5). */
const MAX_LENGTH = 10;

/**
 * Reads floor and apartment.
 *
 * @param address index after the house number, where 'Rivadavia 4500 3 B' has its floor; null without a number
 */
export function readUnit(draft: Draft, address: number | null): void {
  const each = (read: (index: number) => unknown) => {
    for (let index = 0; index < draft.tokens.length; index++) if (draft.owners[index] === null) read(index);
  };
  // Labels first: what has none may belong to something else.
  each((index) => readNamedApartment(draft, index));
  each((index) => readNamedFloor(draft, index));
  each((index) => {
    const after = address !== null && index >= address;
    readBuilding(draft, index, after) || readOrdinal(draft, index, after) || readWholeUnit(draft, index);
    if (after) readInitials(draft, index);
  });
  if (address !== null) readPositional(draft, address);
}

/** Returns the end of a number's ordinal sign or ending: '3°', '10mo', '2do.'. */
function ordinalEnd(draft: Draft, number: number): number {
  const next = number + 1;
  const isEnding = isGlued(draft, next) && ORDINALS.test(keyAt(draft, next));
  if (isEnding) return skipSigns(draft, next + 1, '.');
  // '3.º' has its dot before the sign.
  const sign = keyAt(draft, next) === '.' && /^[°º]$/.test(keyAt(draft, next + 1)) ? next + 1 : next;
  return skipSigns(draft, sign, '°º');
}

const ORDINAL_WORDS: ReadonlyMap<string, string> = new Map(
  'primer primero segundo tercer tercero cuarto quinto sexto septimo octavo noveno decimo'
    .split(' ')
    .map((word, index) => [word, String([1, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10][index])]),
);

const FLOOR_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ pb: 'PB', ep: 'EP', entrepiso: 'EP', subsuelo: 'SS' }),
);
const PLANTAS: ReadonlyMap<string, string> = new Map(Object.entries({ baja: 'PB', alta: 'PA' }));

/** Whether the number before 'piso' is the floor: '2do piso', or '2 piso 4' without another apartment. */
function isCounted(draft: Draft, index: number): boolean {
  let figure = index - 1;
  while (figure >= index - 3 && kindAt(draft, figure) !== null && kindAt(draft, figure) !== 'number') figure--;
  if (figure < index - 3 || !isFloorNumber(draft, figure) || ordinalEnd(draft, figure) !== index) return false;
  return figure < index - 1 || !draft.parts.apartment;
}

const isFloorNumber = (draft: Draft, index: number) =>
  kindAt(draft, index) === 'number' &&
  /^\d{1,2}$/.test(keyAt(draft, index)) &&
  Number(keyAt(draft, index)) <= MAX_FLOOR;

/** 'piso 7', '7 piso' after an ordinal, 'PB', 'planta baja', 'subsuelo'. */
function readNamedFloor(draft: Draft, index: number): boolean {
  const key = keyAt(draft, index);
  if (FLOOR_WORDS.has(key)) {
    if (isCounted(draft, index)) return false;
    const written = ORDINAL_WORDS.get(keyAt(draft, index - 1));
    if (written) {
      if (!readPart(draft, 'floor', { from: index - 1, to: index }, 'sure', written)) return false;
      claim(draft, { from: index, to: index + 1 }, 'label');
      readApartmentAt(draft, index + 1);
      return true;
    }
    const value = afterNumberWord(draft, skipSigns(draft, index + 1, '.:°º'));
    const inWords = isCountedNoun(keyAt(draft, value + 1)) ? undefined : ORDINAL_WORDS.get(keyAt(draft, value));
    const isWord = /^(pb|ep|ss|[a-z])$/.test(keyAt(draft, value)) && !isConjunction(draft, value);
    const isFloor = kindAt(draft, value) === 'number' || isWord || inWords !== undefined;
    const to = kindAt(draft, value) === 'number' ? ordinalEnd(draft, value) : value + 1;
    if (!isFloor || !readPart(draft, 'floor', { from: value, to: value + 1 }, 'sure', inWords)) return false;
    claim(draft, { from: index, to }, 'label');
    readApartmentAt(draft, to);
    return true;
  }
  const isPlanta = key === 'planta' || key === 'pta';
  const adjective = isPlanta ? skipSigns(draft, index + 1, '.') : index;
  const value = isPlanta ? PLANTAS.get(keyAt(draft, adjective)) : FLOOR_NAMES.get(key);
  if (value === undefined) return false;
  const to = adjective + 1;
  if (!readPart(draft, 'floor', { from: index, to }, 'sure', value)) return false;
  readApartmentAt(draft, to);
  return true;
}

/** '3° B', '10mo C', '2do piso', '7 piso', and '3p' after the house number. '3er cuerpo' is no floor but an observation. */
function readOrdinal(draft: Draft, index: number, after: boolean): boolean {
  if (ORDINAL_WORDS.has(keyAt(draft, index)) && isCountedNoun(keyAt(draft, index + 1))) {
    claim(draft, { from: index, to: index + 2 }, 'observations');
    return true;
  }
  if (!isFloorNumber(draft, index)) return false;
  const end = ordinalEnd(draft, index);
  const noun = keyAt(draft, end);
  // '3p', and '3 p' unless a floor follows: 'p 4'.
  const isFloor =
    FLOOR_WORDS.has(noun) ||
    (after && noun === 'p' && (isGlued(draft, end) || kindAt(draft, skipSigns(draft, end + 1, '-.:/')) !== 'number'));
  if ((end === index + 1 && !isFloor) || noun === 'de') return false;
  if (isCountedNoun(noun)) {
    claim(draft, { from: index, to: end + 1 }, 'observations');
    return true;
  }
  const isWord = noun.length > 1 && kindAt(draft, end) === 'word' && !isFloor;
  const isOfNoun = isWord && BEFORE_NOUN.test(keyAt(draft, index + 1));
  // '2 piso 4' may be an apartment of the second floor, or the fourth floor.
  const isGuess = isOfNoun || (end === index + 1 && kindAt(draft, end + 1) === 'number');
  if (isOfNoun && !isUnitLabel(noun)) return false;
  if (!readPart(draft, 'floor', { from: index, to: index + 1 }, isGuess ? 'doubtful' : 'sure')) return false;
  const to = isFloor ? end + 1 : end;
  claim(draft, { from: index, to }, 'label');
  readApartmentAt(draft, to);
  return true;
}

const isCountedNoun = (key: string) =>
  [BUILDING_WORDS, MORE_BUILDING_WORDS, COUNTED_WORDS].some((words) => words.has(key));

const isUnitLabel = (key: string) => APARTMENT_WORDS.has(key) || UNIT_WORDS.has(key);

/** Reads what follows a floor: 'B', '12', '"C"'. */
function readApartmentAt(draft: Draft, index: number): void {
  const value = skipSigns(draft, index, '-."“”‘’\'°º ');
  const isQuoted = /["“”‘’']/.test(keyAt(draft, value - 1));
  const key = keyAt(draft, value);
  const isLetter = isApartmentLetter(draft, value);
  const isFigure = kindAt(draft, value) === 'number' && /^\d{1,3}$/.test(key) && ordinalEnd(draft, value) === value + 1;
  if (!isLetter && !isFigure && !isQuoted) return;
  if (isFigure && FLOOR_WORDS.has(keyAt(draft, value + 1))) return;
  if (kindAt(draft, value) === null || kindAt(draft, value) === 'sign') return;
  readPart(draft, 'apartment', { from: value, to: value + 1 }, isConjunction(draft, value) ? 'doubtful' : 'sure');
}

/**
 * Whether a letter is an apartment, and doesn't begin something else: 'T1', 'd. B', 'e/ Mitre', 's/n', 'n° 5', 'B° Norte', 'a la
 * calle', '2 y 3'.
 */
function isApartmentLetter(draft: Draft, index: number): boolean {
  const key = keyAt(draft, index);
  const next = index + 1;
  if (!/^[a-z]$/.test(key)) return false;
  if (/^[./:°º]$/.test(keyAt(draft, next)) && isGlued(draft, next)) return false;
  if (keyAt(draft, next) === '-' && isGlued(draft, next) && kindAt(draft, next + 1) === 'number') return false;
  // A postal code may follow: '3 B 1425'.
  if (kindAt(draft, next) === 'number') return !isGlued(draft, next) && /^\d{4}$/.test(keyAt(draft, next));
  if (key === 'd' && isPairOfLetters(draft, index)) return false;
  return !isConjunction(draft, index) || (key === 'a' && draft.tokens[index - 1]?.kind === 'number');
}

/** 'D B': the first letter is a label. */
const isPairOfLetters = (draft: Draft, index: number) =>
  /^[a-z]$/.test(keyAt(draft, index + 1)) && !isConjunction(draft, index + 1);

/** Whether a small letter may join it to the next word: '3 a la calle', '2 y fondo'. */
function isConjunction(draft: Draft, index: number): boolean {
  const { start, end } = draft.tokens[index] ?? {};
  return /^[aeouy]$/.test(draft.text.slice(start, end)) && kindAt(draft, index + 1) === 'word';
}

/** Returns the number after a word for it: 'piso N° 3', 'dpto nro. 3'; the same index without one. */
function afterNumberWord(draft: Draft, index: number): number {
  const value = NUMBER_WORDS.test(keyAt(draft, index)) ? skipSigns(draft, index + 1, '.:°º') : index;
  return kindAt(draft, value) === 'number' ? value : index;
}

/** 'dpto B', and units that keep their word: 'Of. 1204', 'local 5', 'PH 3'. */
function readNamedApartment(draft: Draft, index: number): boolean {
  const key = keyAt(draft, index);
  if (!APARTMENT_WORDS.has(key) && !UNIT_WORDS.has(key)) return false;
  const value = afterNumberWord(draft, skipSigns(draft, index + 1, '.:°º"“”\'#'));
  const isWord = /^[a-z]{1,2}$/.test(keyAt(draft, value)) && !JOINING.has(keyAt(draft, value));
  const isValue = kindAt(draft, value) === 'number' || (isWord && !isConjunction(draft, value));
  if (APARTMENT_WORDS.has(key) && isValue) {
    const ordinal = ordinalEnd(draft, value);
    const isOrdinal = kindAt(draft, value) === 'number' && ordinal > value + 1;
    // 'dpto 5° B' is on the fifth floor.
    if (isOrdinal && isApartmentLetter(draft, ordinal)) return false;
    const to = isOrdinal ? value + 1 : valueEnd(draft, value);
    if (!readPart(draft, 'apartment', { from: value, to }, 'sure')) return false;
    claim(draft, { from: index, to: isOrdinal ? ordinal : value }, 'label');
    return true;
  }
  if (!UNIT_WORDS.has(key)) return false;
  // 'local a la calle' names no unit.
  if (kindAt(draft, value) !== 'number' && !isApartmentLetter(draft, value)) return false;
  if (kindAt(draft, value) === 'number' && ordinalEnd(draft, value) > value + 1) return false;
  const to = valueEnd(draft, value);
  const length = (draft.tokens[to - 1]?.end ?? 0) - (draft.tokens[index]?.start ?? 0);
  return length <= MAX_LENGTH && readPart(draft, 'apartment', { from: index, to }, 'sure');
}

/** Returns the end of a labelled value: 'B4', '2-A', '4/5'. */
function valueEnd(draft: Draft, value: number): number {
  const sign = value + 1;
  const isJoined = /^[-/]$/.test(keyAt(draft, sign)) && isGlued(draft, sign);
  const next = isJoined ? sign + 1 : sign;
  return isGlued(draft, next) && /^([a-z]|\d{1,3})$/.test(keyAt(draft, next)) ? next + 1 : value + 1;
}

/** 'PH' and 'casa' without a number. */
function readWholeUnit(draft: Draft, index: number): boolean {
  const isUnit = /^(ph|casa)$/.test(keyAt(draft, index)) && kindAt(draft, index + 1) !== 'word';
  return isUnit && readPart(draft, 'apartment', { from: index, to: index + 1 }, 'sure');
}

/** 'Torre 2', 'Edificio 23', 'timbre 2': observations. */
function readBuilding(draft: Draft, index: number, after: boolean): boolean {
  const key = keyAt(draft, index);
  if (!BUILDING_WORDS.has(key) && !(after && MORE_BUILDING_WORDS.has(key))) return false;
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
    const isLetter =
      key === 'd' && (value > index + 1 || isPairOfLetters(draft, index)) && /^[a-z]$/.test(keyAt(draft, value));
    const isValue = kindAt(draft, value) === 'number' || isLetter;
    const part = key === 'p' ? 'floor' : 'apartment';
    if (isValue && readPart(draft, part, { from: value, to: value + 1 }, 'sure')) {
      claim(draft, { from: index, to: value }, 'label');
      if (part === 'floor') readApartmentAt(draft, value + 1);
      return;
    }
  }
  // 'D.B' and 'dB' are one word.
  const text = draft.text.slice(draft.tokens[index]?.start, draft.tokens[index]?.end);
  const [, letter] = /^[dD]\.?([a-hA-H])\.?$/.exec(text) ?? [];
  if (letter && !/^de$/i.test(text) && draft.parts.floor)
    readPart(draft, 'apartment', { from: index, to: index + 1 }, 'sure', letter);
}

/** '3 B', '3B', '1 2', '22 2201' after the house number; a lone '3' or 'B' is doubtful, and what follows a part of the building. */
function readPositional(draft: Draft, address: number): void {
  let index = skipSigns(draft, address, OPENING);
  while ((draft.owners[index] === 'observations' && !draft.asides[index]) || CARDINAL_POINTS.has(keyAt(draft, index)))
    index = skipSigns(draft, index + 1, OPENING);
  const isDirect = index === skipSigns(draft, address, OPENING);
  // '3er frente' counts something else.
  const isWord = isGlued(draft, index + 1) && keyAt(draft, index + 1).length > 1;
  if (!draft.parts.floor && isFloorNumber(draft, index) && !isWord) {
    const figure = keyAt(draft, index);
    const next = skipSigns(draft, index + 1, OPENING);
    const apartment = keyAt(draft, next);
    const isFigure = /^\d{1,3}$/.test(apartment) || (/^\d{4}$/.test(apartment) && apartment.startsWith(figure));
    const isPair = isApartmentLetter(draft, next) || (isFigure && kindAt(draft, next) === 'number');
    // '1234 1/2' is half a house number.
    const isHalf = figure === '1' && apartment === '2' && keyAt(draft, next - 1) === '/';
    const confidence = isPair && isDirect && !isHalf && !isConjunction(draft, next) ? 'sure' : 'doubtful';
    readPart(draft, 'floor', { from: index, to: index + 1 }, confidence);
    if (isPair) readPart(draft, 'apartment', { from: next, to: next + 1 }, confidence);
    return;
  }
  while (draft.owners[index] === 'floor' || draft.owners[index] === 'label') index++;
  index = skipSigns(draft, index, OPENING);
  if (isApartmentLetter(draft, index) && !isConjunction(draft, index)) {
    const isSure = isDirect && draft.parts.floor;
    readPart(draft, 'apartment', { from: index, to: index + 1 }, isSure ? 'sure' : 'doubtful');
  }
}
