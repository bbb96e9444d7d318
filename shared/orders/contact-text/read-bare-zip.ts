import type { ProvinceLetter } from '#shared/orders/rules/place/provinces.ts';
import { zipRegion } from '#shared/orders/rules/place/zip-province.ts';
import {
  type Draft,
  freeChunks,
  isGlued,
  keyAt,
  kindAt,
  readPart,
  type Span,
  spanKey,
  trimSigns,
} from './claims/draft.ts';
import { townProvinces } from './claims/localities.ts';
import { MAX_PROVINCE_WORDS, provinceOfKey } from './claims/province-name.ts';

/** How well four digits fit the places that the text names. */
type Fit = 'beside' | 'named' | 'unknown' | 'contradicts';

const FITS: readonly Fit[] = ['beside', 'named', 'unknown', 'contradicts'];

/** Most signs between a number and a place beside it. */
const MAX_SIGNS = 4;

/**
 * Reads four digits without a label after the address: those that fit a town or province beside them, otherwise any that the text names,
 * otherwise the last ones.
 *
 * @returns whether the number may be another one: a second number fits as well, or the number contradicts the named towns
 */
export function readBareZip(draft: Draft, after: number): boolean {
  if (draft.parts.zip_code) return false;
  const places = placesIn(draft, after);
  const codes = codesAfter(draft, after).map((index) => ({ index, fit: fitOf(draft, index, places) }));
  const best = FITS.find((fit) => codes.some((code) => code.fit === fit));
  const found = codes.findLast(({ fit }) => fit === best);
  if (!found) return false;
  readPart(draft, 'zip_code', { from: found.index, to: found.index + 1 }, 'doubtful');
  const hasRival = codes.some(({ index, fit }) => index !== found.index && (fit === best || fit === 'named'));
  return hasRival || best === 'contradicts';
}

/** Provinces of the towns and provinces that a text names: of all, and by the first and the last token of their names. */
interface Places {
  letters: ReadonlySet<ProvinceLetter>;
  starts: ReadonlyMap<number, readonly ProvinceLetter[]>;
  ends: ReadonlyMap<number, readonly ProvinceLetter[]>;
}

/** Finds the runs of words, between breaks and numbers, that end or begin with a listed town or a province. */
function placesIn(draft: Draft, after: number): Places {
  const runs = freeChunks(draft, { from: after, to: draft.tokens.length }).flatMap((chunk) => wordRuns(draft, chunk));
  const found = runs.map((run) => ({ ...run, letters: lettersOf(draft, run) }));
  return {
    letters: new Set(found.flatMap(({ letters }) => letters)),
    starts: new Map(found.map(({ from, letters }) => [from, letters])),
    ends: new Map(found.map(({ to, letters }) => [to - 1, letters])),
  };
}

function wordRuns(draft: Draft, { from, to }: Span): Span[] {
  const runs: Span[] = [];
  let start = from;
  for (let index = from; index <= to; index++) {
    if (index < to && kindAt(draft, index) !== 'number') continue;
    const run = trimSigns(draft, { from: start, to: index });
    if (run.from < run.to) runs.push(run);
    start = index + 1;
  }
  return runs;
}

function lettersOf(draft: Draft, run: Span): ProvinceLetter[] {
  const words = spanKey(draft, run).split(' ');
  const lengths = Array.from({ length: Math.min(words.length, MAX_PROVINCE_WORDS) }, (_, index) => index + 1);
  const parts = lengths
    .flatMap((length) => [words.slice(-length).join(' '), words.slice(0, length).join(' ')])
    .toReversed();
  const province = parts.map(provinceOfKey).find((found) => found !== null);
  const town = parts.map(townProvinces).find((letters) => letters.length > 0) ?? [];
  // The city is called 'Buenos Aires' as well.
  const ofProvince: ProvinceLetter[] = province?.letter === 'B' ? ['B', 'C'] : province ? [province.letter] : [];
  return [...ofProvince, ...town];
}

function codesAfter(draft: Draft, after: number): number[] {
  return draft.tokens.flatMap((_, index) => {
    const isCode = kindAt(draft, index) === 'number' && /^[1-9]\d{3}$/.test(keyAt(draft, index));
    const isRest = isGlued(draft, index) && /^[-/+.]$/.test(draft.tokens[index - 1]?.key ?? '');
    const goesOn = isGlued(draft, index + 1) && draft.tokens[index + 1]?.kind !== 'sign';
    return index >= after && isCode && !isRest && !goesOn ? [index] : [];
  });
}

function fitOf(draft: Draft, index: number, { letters, starts, ends }: Places): Fit {
  if (letters.size === 0) return 'unknown';
  const region = zipRegion(keyAt(draft, index));
  const beside = [...(ends.get(wordBefore(draft, index)) ?? []), ...(starts.get(wordAfter(draft, index)) ?? [])];
  if (region.some((letter) => beside.includes(letter))) return 'beside';
  return region.some((letter) => letters.has(letter)) ? 'named' : 'contradicts';
}

function wordBefore({ tokens }: Draft, index: number): number {
  let before = index - 1;
  while (before >= index - MAX_SIGNS && tokens[before]?.kind === 'sign') before--;
  return before;
}

function wordAfter({ tokens }: Draft, index: number): number {
  let after = index + 1;
  while (after <= index + MAX_SIGNS && tokens[after]?.kind === 'sign') after++;
  return after;
}
