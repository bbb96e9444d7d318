import { fold } from '#shared/kit/text/fold.ts';
import {
  type Province,
  type ProvinceLetter,
  provinceByLetter,
  provinceByName,
} from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { zipRegion } from '#shared/orders/rules/place/zip-province.ts';
import type { Confidence, Locality } from './claims/contact-parts.ts';
import {
  claim,
  type Draft,
  freeChunks,
  keyAt,
  kindAt,
  readPart,
  type Span,
  spanKey,
  spanText,
} from './claims/draft.ts';
import { MAX_TOWN_WORDS, townProvinces } from './claims/localities.ts';
import { CAPITAL_OF_SAME_NAME, isNamePrefix, MAX_PROVINCE_WORDS, provinceOfKey } from './claims/province-name.ts';
import { APARTMENT_WORDS, FLOOR_WORDS, REMARK_WORDS, UNIT_WORDS } from './claims/words.ts';
import { readBareZip } from './read-bare-zip.ts';

/** City of an address in the City of Buenos Aires without a neighbourhood. */
const CITY = 'CABA';

/** A province in the text. */
interface NamedProvince {
  province: Province;
  span: Span;
  /** True for 'Córdoba Capital'. */
  isCapital: boolean;
}

interface PlaceContext {
  /** Index after the address; null without one. */
  after: number | null;
  /** Province of a CPA's letter. */
  letter: ProvinceLetter | null;
  /** Localities of a postal code. */
  localities: (zip: string) => readonly Locality[];
}

/** Reads postal code, province, city and neighbourhood from what is left of the text. */
export function readPlace(draft: Draft, context: PlaceContext): void {
  claimCountry(draft);
  const isUnclearZip = readBareZip(draft, context.after ?? 0);
  const named = findProvince(draft, context.after);
  if (named) claim(draft, named.span, 'state');
  const candidates = placeChunks(draft, context.after);
  const zip = parseZip(draft.parts.zip_code?.value ?? '');
  const letter = context.letter ?? (zip && !isUnclearZip && Number(zip.digits) < 1500 ? 'C' : null);
  const onlyCity = candidates.some((chunk) => isNeighborhood(draft, chunk));
  // 'Palermo, Buenos Aires' is in the city, not in the province.
  const mayBeCity = named === null || named.province.letter === 'B';
  const isCity = named?.province.letter === 'C' || (mayBeCity && (letter === 'C' || onlyCity));
  const province = isCity ? provinceByLetter('C') : (named?.province ?? provinceByLetter(letter ?? ''));
  if (isCity) readCityOfBuenosAires(draft, candidates, context.after, named?.province.letter === 'C' || letter === 'C');
  else readTown(draft, candidates, named, context.after !== null || named !== null || zip !== null);
  readState(draft, province, named, letter, zip?.digits ?? null, context);
  if (isUnclearZip && draft.parts.zip_code) draft.parts.zip_code.confidence = 'doubtful';
}

function claimCountry(draft: Draft): void {
  for (const { from, to } of freeChunks(draft)) {
    if (/^(argentina|ar|arg|republica argentina)$/.test(spanKey(draft, { from, to })))
      claim(draft, { from, to }, 'label');
  }
}

/** Returns the last province that is named after the address. */
function findProvince(draft: Draft, after: number | null): NamedProvince | null {
  for (const chunk of freeChunks(draft).toReversed()) {
    if (after !== null && chunk.to <= after) break;
    const found = provinceIn(draft, { from: Math.max(chunk.from, after ?? 0), to: chunk.to });
    if (found) return found;
  }
  return null;
}

function provinceIn(draft: Draft, { from, to }: Span): NamedProvince | null {
  const isCapital = keyAt(draft, to - 1) === 'capital' && to - from > 1;
  for (let start = Math.max(from, to - 2 * MAX_PROVINCE_WORDS); start < to; start++) {
    if (kindAt(draft, start) !== 'word') continue;
    const key = spanKey(draft, { from: start, to });
    const isTown = start === from && townProvinces(key).length > 0 && !provinceOfKey(key);
    if (isTown) return null;
    // 'San Miguel de Tucumán' ends in a province, but is a town.
    const isRest = start > from && isNamePrefix(previousWord(draft, start));
    const province = provinceOfKey(key);
    if (province && !(isRest && hasCapitalOfSameName(province)))
      return { province, span: { from: start, to }, isCapital: false };
    const named = isCapital ? provinceOfKey(spanKey(draft, { from: start, to: to - 1 })) : null;
    if (named && !isRest) return { province: named, span: { from: start, to }, isCapital: true };
  }
  return null;
}

const hasCapitalOfSameName = ({ letter }: Province) => CAPITAL_OF_SAME_NAME.has(letter);

function previousWord(draft: Draft, index: number): string {
  const before = kindAt(draft, index - 1) === 'sign' ? index - 2 : index - 1;
  return keyAt(draft, before);
}

/** Returns the chunks after the address that may name a town or a neighbourhood. */
function placeChunks(draft: Draft, after: number | null): Span[] {
  return freeChunks(draft).flatMap((chunk) => {
    if (after !== null && chunk.to <= after) return [];
    const tokens = draft.tokens.slice(chunk.from, chunk.to);
    const isTown = townProvinces(spanKey(draft, chunk)).length > 0;
    if (!tokens.some(({ kind, key }) => kind === 'word' && key.length > 2)) return [];
    const first = keyAt(draft, chunk.from);
    // 'B fondo' is the end of 'Dpto 2 B fondo'.
    const isRemark =
      !isTown &&
      (first.length === 1 ||
        [REMARK_WORDS, FLOOR_WORDS, APARTMENT_WORDS, UNIT_WORDS].some((words) => words.has(first)));
    const isLong = tokens.filter(({ kind }) => kind === 'word').length > MAX_TOWN_WORDS;
    if (!isRemark && !isLong && tokens.every(({ kind }) => kind !== 'number')) return [chunk];
    return townAtEnd(draft, chunk) ?? [];
  });
}

/** Returns the listed town of several words at the end of a remark: 'Zona rural Tres Arroyos'. */
function townAtEnd(draft: Draft, { from, to }: Span): Span | null {
  for (let start = Math.max(from, to - MAX_TOWN_WORDS); start < to - 1; start++) {
    if (townProvinces(spanKey(draft, { from: start, to })).length > 0) return { from: start, to };
  }
  return null;
}

/** Whether a chunk is a neighbourhood of the City of Buenos Aires and no listed town elsewhere. */
function isNeighborhood(draft: Draft, chunk: Span): boolean {
  const letters = townProvinces(spanKey(draft, chunk));
  return letters.length === 1 && letters[0] === 'C';
}

/** In the City of Buenos Aires the neighbourhood is the locality, as in the table of postal codes. */
function readCityOfBuenosAires(
  draft: Draft,
  candidates: readonly Span[],
  after: number | null,
  isNamed: boolean,
): void {
  const listed = candidates.find((chunk) => townProvinces(spanKey(draft, chunk)).includes('C'));
  const line = draft.tokens.findIndex(({ key }, index) => index >= (after ?? 0) && key === '\n');
  const span = listed ?? candidates.find(({ from }) => line < 0 || from <= line);
  const confidence = listed && isNamed ? 'sure' : 'doubtful';
  if (span) {
    const value = spanText(draft, span);
    const isFirst = draft.parts.neighborhood_name === undefined;
    if (draft.parts.city) readPart(draft, 'neighborhood_name', span, confidence);
    else readPart(draft, 'city', span, isFirst ? confidence : 'doubtful');
    draft.parts.neighborhood_name ??= { value, confidence };
    return;
  }
  const neighborhood = draft.parts.neighborhood_name?.value;
  draft.parts.city ??= { value: neighborhood ?? CITY, confidence: neighborhood ? 'doubtful' : 'sure' };
}

/** Reads city and neighbourhood outside the City of Buenos Aires. */
function readTown(draft: Draft, candidates: readonly Span[], named: NamedProvince | null, isAddress: boolean): void {
  const fits = (chunk: Span) => {
    const letters = townProvinces(spanKey(draft, chunk));
    return named ? letters.includes(named.province.letter) : letters.length > 0;
  };
  const listed = candidates.findLastIndex(fits);
  const beforeProvince = candidates.findLastIndex(({ to }) => named !== null && to <= named.span.from);
  const index = listed >= 0 ? listed : beforeProvince >= 0 ? beforeProvince : 0;
  const city = listed >= 0 || isAddress ? candidates[index] : undefined;
  if (named?.isCapital) draft.parts.city ??= { value: capitalName(draft, named), confidence: 'sure' };
  if (city && !draft.parts.city) {
    // 'Tres Cerritos, Salta' may be a neighbourhood of the capital.
    const isOfCapital = named !== null && hasCapitalOfSameName(named.province);
    const isAlone = candidates.length === 1 && named !== null && !isOfCapital && isSeparate(draft, city);
    readPart(draft, 'city', city, listed >= 0 || isAlone ? 'sure' : 'doubtful');
  } else if (!city && named && hasCapitalOfSameName(named.province)) {
    draft.parts.city ??= { value: spanText(draft, named.span), confidence: 'doubtful' };
  }
  const other = candidates.find((chunk) => chunk !== city && chunk.to <= (city?.from ?? 0));
  if (other) readPart(draft, 'neighborhood_name', other, 'doubtful');
}

const capitalName = (draft: Draft, { span }: NamedProvince) => spanText(draft, { from: span.from, to: span.to - 1 });

/** Whether a break separates a chunk from the claimed text before it. */
function isSeparate({ owners, tokens }: Draft, { from }: Span): boolean {
  return tokens[from - 1]?.kind === 'sign' && owners[from - 1] === null;
}

/** Keeps the letter of a CPA that contradicts the named province in the observations. */
function keepLetter({ tokens, owners }: Draft): void {
  for (const [index, { kind, key }] of tokens.entries())
    if (owners[index] === 'zip_code' && kind === 'word' && key.length === 1) owners[index] = 'observations';
}

/**
 * Reads the locality of a postal code: its only one, if the text names none, or the one of several that the text names as city or
 * neighbourhood. In the City of Buenos Aires it is a neighbourhood.
 */
function readListed({ parts }: Draft, listed: readonly Locality[]): void {
  const isUnknown = parts.city === undefined || parts.city.value === CITY;
  const isNamed = ({ city }: Locality) =>
    [parts.city, isUnknown ? parts.neighborhood_name : undefined].some(
      (part) => part && fold(part.value) === fold(city),
    );
  const found = isUnknown && listed.length === 1 ? listed[0] : listed.find(isNamed);
  if (!found) return;
  const read = { value: found.city, confidence: 'sure' } as const;
  if (isUnknown) parts.city = read;
  if (provinceByName(found.province)?.letter === 'C') parts.neighborhood_name ??= read;
}

/** Reads the province and decides how sure province and postal code are of each other. */
function readState(
  draft: Draft,
  province: Province | null,
  named: NamedProvince | null,
  letter: ProvinceLetter | null,
  digits: string | null,
  { localities }: PlaceContext,
): void {
  const { parts } = draft;
  const listed = digits === null ? [] : localities(digits);
  const [only] = listed;
  readListed(draft, listed);
  const towns = townProvinces(fold(parts.city?.value ?? '').replaceAll('.', ''));
  const ofZip = listed.every((place) => place.province === only?.province)
    ? provinceByName(only?.province ?? '')
    : null;
  const guessed = province ?? ofZip ?? provinceByLetter(towns.length === 1 ? (towns[0] ?? '') : '');
  if (!guessed) return;
  const contradicts =
    (digits !== null && !zipRegion(digits).includes(guessed.letter)) ||
    (letter !== null && letter !== guessed.letter) ||
    (listed.length > 0 && !listed.some((place) => place.province === guessed.name));
  if (letter !== null && letter !== guessed.letter) keepLetter(draft);
  const isNamed = named?.province === guessed || letter === guessed.letter || ofZip === guessed;
  const confidence: Confidence = isNamed && !contradicts ? 'sure' : 'doubtful';
  parts.state ??= { value: guessed.name, confidence };
  if (parts.zip_code) parts.zip_code = { ...parts.zip_code, confidence: contradicts ? 'doubtful' : 'sure' };
}
