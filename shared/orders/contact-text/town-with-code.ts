import { fold } from '#shared/kit/text/fold.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { zipRegion } from '#shared/orders/rules/place/zip-province.ts';
import {
  type Draft,
  freeChunks,
  keyAt,
  kindAt,
  readPart,
  type Span,
  skipSigns,
  spanKey,
  trimSigns,
} from './claims/draft.ts';
import { isGivenName } from './claims/given-names.ts';
import { type HouseNumber, lotAt } from './claims/house-number.ts';
import { townProvinces } from './claims/localities.ts';
import { isNamePrefix, provinceOfKey } from './claims/province-name.ts';
import {
  APARTMENT_WORDS,
  BUILDING_WORDS,
  COMPANY_WORDS,
  FLOOR_WORDS,
  MESSAGE_WORDS,
  REMARK_WORDS,
  SENTENCE_WORDS,
  STREET_TYPES,
  TITLES,
  UNIT_WORDS,
} from './claims/words.ts';

/** A street found in a chunk of the text, or a town with its postal code. */
export interface Street {
  name: Span;
  number: HouseNumber | null;
  corner: Span | null;
  /** True if a bracket or a former name stands before the number. */
  isTorn?: boolean;
}

type Named = Pick<Street, 'name' | 'number'>;

const TOWN_LABELS = /^(localidad|ciudad|loc)$/;

/** Most words of a street without type and number. */
const MAX_WORDS = 5;

/** Most tokens of a label such as 'entre calles:'. */
const MAX_LABEL = 4;

/** First words of streets that are called after a person: 'San Martín', 'General Paz'. */
const RANKS =
  /^(san|santa|gral|general|gdor|gobernador|cnel|coronel|alte|almirante|pte|presidente|int|intendente|tte)$/;

/** Returns the four digits of a number that may be a postal code: without label, dot, letter and suffix. Null for another one. */
function codeOf(draft: Draft, number: HouseNumber | null): string | null {
  const isBare = number && number.start === number.value.from && number.value.to === number.start + 1;
  const key = isBare && !number.isGuess ? keyAt(draft, number.start) : '';
  return parseZip(key)?.digits === key ? key : null;
}

/** Returns the provinces of a town or a province with this name; the city is called 'Buenos Aires' as well. */
function placeLetters(key: string): string {
  const letter = provinceOfKey(key)?.letter ?? '';
  return townProvinces(key).join('') + (letter === 'B' ? 'BC' : letter);
}

const fits = (code: string, key: string) => zipRegion(code).some((letter) => placeLetters(key).includes(letter));

/** Whether a label such as 'Localidad:' makes words and number the town's; null without a label. */
function labelledAsTown({ tokens, owners }: Draft, from: number): boolean | null {
  let before = from - 1;
  while (tokens[before]?.kind === 'sign' && owners[before] === 'label') before--;
  return owners[before] === 'label' ? TOWN_LABELS.test(tokens[before]?.key ?? '') : null;
}

/** Returns the candidates for a street that read as towns with their postal codes. */
export function townsAmong(draft: Draft, candidates: readonly Street[]): Street[] {
  return candidates.filter(
    (candidate) => townReading(draft, candidate) === 'likely' || isUnlistedTown(draft, candidate, candidates),
  );
}

/** Whether a street may be a town, or end with one: 'Av. San Martín La Plata 1900', or 'Los Cóndores 5823' behind 'San Martín'. */
export function mayBeTown(draft: Draft, street: Street): boolean {
  if (townReading(draft, street) === 'possible') return true;
  return !draft.isAddress && isCodeAlone(draft, street) && bareStreetBefore(draft, street) !== null;
}

/** Whether an untyped name of no listed town, with four digits, stands behind an address without a number: 'Av. 44 y 12⏎Los Hornos 1900'. */
function isUnlistedTown(draft: Draft, candidate: Street, candidates: readonly Street[]): boolean {
  if (!isCodeAlone(draft, candidate)) return false;
  const before = { from: 0, to: candidate.name.from };
  const hasStreet = candidates.some(({ name, number }) => number === null && name.to <= before.to);
  return hasStreet || draft.tokens.slice(0, before.to).some((_, index) => lotAt(draft, index) !== null);
}

/** Whether the number of an untyped name may be a postal code, and the text has no other place. */
function isCodeAlone(draft: Draft, candidate: Street): boolean {
  const isTyped = STREET_TYPES.has(keyAt(draft, candidate.name.from));
  if (
    isTyped ||
    hasUnitBehind(draft, candidate.number) ||
    codeOf(draft, candidate.number) === null ||
    labelledAsTown(draft, candidate.name.from) !== null
  )
    return false;
  return otherPlace(draft, candidate) === null;
}

/** Whether a town was named by its label: 'Localidad: Salta 4400'. */
export const isLabelledTown = (draft: Draft, { name }: Street): boolean => labelledAsTown(draft, name.from) === true;

/** How words and a number read as a town with its postal code: 'likely' unless the text names another place. */
type TownReading = 'likely' | 'possible' | 'none';

/**
 * Compares 'Salta 4400' with the rest of the text. With 'Rosario' behind it, or a labelled postal code, it is an address; with nothing
 * else it is as likely a town with its code.
 */
function townReading(draft: Draft, { name, number }: Named): TownReading {
  if (hasUnitBehind(draft, number) || (draft.isAddress && name.from === 0)) return 'none';
  const isTown = labelledAsTown(draft, name.from);
  const code = codeOf(draft, number);
  if (isTown !== null || code === null) return isTown && code !== null ? 'likely' : 'none';
  const key = spanKey(draft, name);
  if (fits(code, key)) return otherPlace(draft, { name, number }) ?? 'likely';
  return fits(code, townAtEnd(draft, name)) && otherPlace(draft, { name, number }) === null ? 'possible' : 'none';
}

/** Whether a floor, an apartment or the streets around follow a number in its line. Then it is a house number, not a postal code. */
function hasUnitBehind(draft: Draft, number: HouseNumber | null): boolean {
  const next = skipSigns(draft, number?.value.to ?? 0, ',-–/. (');
  const key = keyAt(draft, next);
  const isNumber = kindAt(draft, next) === 'number' && /^\d{1,2}$/.test(key);
  const isBetween = draft.owners.slice(next, next + MAX_LABEL).find((owner) => owner !== 'label') === 'between_1';
  return number !== null && (isNumber || isBetween || key === 'pb' || isUnitWord(key));
}

const isUnitWord = (key: string) =>
  [FLOOR_WORDS, APARTMENT_WORDS, UNIT_WORDS, BUILDING_WORDS].some((words) => words.has(key));

/** Returns the longest listed town or province behind the first words of a name: 'San Martín Salta'; '' without one. */
function townAtEnd(draft: Draft, { from, to }: Span): string {
  for (let start = from + 1; start < to; start++) {
    const before = keyAt(draft, start - 1);
    const key = spanKey(draft, { from: start, to });
    if (kindAt(draft, start) !== 'word' || placeLetters(key) === '') continue;
    if (!isNamePrefix(before) && !STREET_TYPES.has(before) && before !== '.') return key;
  }
  return '';
}

/**
 * Returns how words with a number read beside another place of the text; null if there is none. 'Tucumán 4000' before a town of
 * Tucumán may still name the province.
 */
function otherPlace(draft: Draft, { name, number }: Named): 'possible' | 'none' | null {
  const [key, code] = [spanKey(draft, name), codeOf(draft, number)];
  const zip = parseZip(draft.parts.zip_code?.value ?? '');
  if (zip) return zip.digits === code ? null : 'none';
  if (draft.parts.city) return fold(draft.parts.city.value) === key ? null : 'none';
  const isCity = (chunk: Span) => provinceOfKey(spanKey(draft, chunk))?.letter === 'C';
  if (freeChunks(draft, { from: 0, to: name.from }).some(isCity)) return 'none';
  const letter = provinceOfKey(key)?.letter;
  for (const chunk of freeChunks(draft, { from: number?.value.to ?? name.to, to: draft.tokens.length })) {
    const place = placeAtStart(draft, chunk);
    const letters = placeLetters(place);
    if (place === '' || place === key) continue;
    const isSameProvince = townProvinces(place).length === 0 && placeLetters(key).includes(letters.slice(0, 1));
    if (isSameProvince) continue;
    const hasCode = draft.tokens.slice(chunk.from, chunk.to).some(({ key: token }) => parseZip(token) !== null);
    return letter !== undefined && letters.includes(letter) && !hasCode ? 'possible' : 'none';
  }
  return null;
}

/** Returns the longest listed town or province at the beginning of a chunk, behind a postal code: '2000 Rosario'; '' without one. */
function placeAtStart(draft: Draft, { from, to }: Span): string {
  const start = kindAt(draft, from) === 'number' ? from + 1 : from;
  for (let end = Math.min(to, start + 9); end > start; end--) {
    const key = spanKey(draft, { from: start, to: end });
    if (placeLetters(key) !== '') return key;
  }
  return '';
}

/** Returns the words before a town that may be a street without number: 'San Martín⏎Salta 4400'; null for a person or a remark. */
function bareStreetBefore(draft: Draft, { name }: Named): Span | null {
  const chunk = freeChunks(draft, { from: 0, to: name.from }).findLast(({ from }) => !isUnitWord(keyAt(draft, from)));
  if (!chunk || draft.asides[chunk.from] || draft.owners[chunk.from - 1] === 'label') return null;
  const words = draft.tokens.slice(chunk.from, chunk.to).filter(({ kind }) => kind !== 'sign');
  const isOther = words.some(
    ({ kind, key }, index) =>
      kind === 'number' ||
      !/^\p{L}/u.test(key) ||
      [COMPANY_WORDS, MESSAGE_WORDS, TITLES].some((list) => list.has(key)) ||
      (index === 0 && (REMARK_WORDS.has(key) || SENTENCE_WORDS.has(key))),
  );
  const isPerson = !RANKS.test(words[0]?.key ?? '') && words.some(({ key }) => isGivenName(key));
  return isOther || isPerson || words.length > MAX_WORDS || isCityItself(spanKey(draft, chunk)) ? null : chunk;
}

const isCityItself = (key: string) => provinceOfKey(key) === provinceByLetter('C');

/** Returns the street before a town, which has no number: the words before 'esq', or those of the line before the town. */
export function streetBeside(draft: Draft, towns: readonly Street[]): Street | null {
  const label = draft.owners.indexOf('between_1') - 1;
  const isCorner =
    label > 0 && draft.owners[label] === 'label' && /^(esq|esquina|con|\.)$/.test(draft.tokens[label]?.key ?? '');
  const [town] = towns;
  const start = isCorner ? cornerLabel(draft, label) : town?.name.from;
  const name = start === undefined ? null : bareStreetBefore(draft, { name: { from: start, to: start }, number: null });
  return name && { name, number: null, corner: null };
}

/** Returns the index of 'esq' before a token of its label. */
function cornerLabel({ tokens }: Draft, label: number): number {
  let index = label;
  while (index > 0 && !/^esq/.test(tokens[index]?.key ?? '')) index--;
  return index;
}

/** Reads the town and the code that stand before the street: 'Rosario 2000⏎Mitre 120', '2000 Rosario⏎Mitre 120'. */
export function readTownBefore(draft: Draft, street: Span): void {
  for (const chunk of freeChunks(draft, { from: 0, to: street.from })) {
    const codes = [chunk.from, chunk.to - 1].filter(
      (index) => parseZip(keyAt(draft, index))?.digits === keyAt(draft, index),
    );
    const [code] = codes;
    if (code === undefined || codes.length > 1) continue;
    const town = code === chunk.from ? { from: code + 1, to: chunk.to } : { from: chunk.from, to: code };
    const key = spanKey(draft, town);
    if (townProvinces(key).length === 0 || !fits(keyAt(draft, code), key)) continue;
    if (draft.parts.city || draft.parts.zip_code) return;
    readPart(draft, 'city', trimSigns(draft, town), 'doubtful');
    readPart(draft, 'zip_code', { from: code, to: code + 1 }, 'doubtful');
    return;
  }
}
