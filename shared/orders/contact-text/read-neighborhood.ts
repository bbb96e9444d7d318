import { claim, type Draft, isBreak, keyAt, kindAt, readPart, skipSigns, spanKey, trimSigns } from './claims/draft.ts';
import { MAX_TOWN_WORDS, townProvinces } from './claims/localities.ts';
import { isNamePrefix, MAX_PROVINCE_WORDS, provinceOfKey } from './claims/province-name.ts';
import {
  BLOCK_WORDS,
  BUILDING_WORDS,
  FLOOR_WORDS,
  LOT_WORDS,
  NEIGHBORHOOD_KINDS,
  NEIGHBORHOOD_WORDS,
  STREET_TYPES,
} from './claims/words.ts';

/** Most words of a neighbourhood's name. */
const MAX_WORDS = 6;

/** Reads a neighbourhood after its label: 'Barrio Alberdi', 'B° Güemes', 'Country Tortugas'. */
export function readNeighborhood(draft: Draft): void {
  for (let index = 0; index < draft.tokens.length && !draft.parts.neighborhood_name; index++) {
    const start = labelEnd(draft, index);
    if (start === null) continue;
    const end = nameEnd(draft, start);
    const town = placeAfter(draft, start, end);
    const span = trimSigns(draft, { from: start, to: town ?? end });
    const isSure = town === null && end - start <= 4;
    if (span.from < span.to && readPart(draft, 'neighborhood_name', span, isSure ? 'sure' : 'doubtful')) {
      claim(draft, { from: index, to: span.from }, 'label');
    }
  }
}

function labelEnd(draft: Draft, index: number): number | null {
  const key = keyAt(draft, index);
  const next = index + 1;
  if (key === 'b' && /^[°º]$/.test(keyAt(draft, next))) return skipSigns(draft, next + 1, '.:');
  if (!NEIGHBORHOOD_WORDS.has(key)) return null;
  const isKind = NEIGHBORHOOD_KINDS.has(keyAt(draft, next)) && kindAt(draft, next + 1) === 'word';
  return skipSigns(draft, isKind ? next + 1 : next, '.:');
}

function nameEnd(draft: Draft, start: number): number {
  let index = start;
  while (index < start + MAX_WORDS && kindAt(draft, index) !== null && !isBreak(draft, index)) {
    const key = keyAt(draft, index);
    const isOther = [BLOCK_WORDS, LOT_WORDS, FLOOR_WORDS, STREET_TYPES, BUILDING_WORDS].some((words) => words.has(key));
    if (index > start && (isOther || kindAt(draft, index) === 'number')) break;
    index++;
  }
  return index;
}

/** Returns where a listed town or a province begins within a name without commas; null if there is none. */
function placeAfter(draft: Draft, start: number, end: number): number | null {
  for (let index = start + 1; index < end; index++) {
    if (isNamePrefix(keyAt(draft, index - 1))) continue;
    for (let to = end; to > index; to--) {
      const key = spanKey(draft, { from: index, to });
      if (to - index <= MAX_TOWN_WORDS && townProvinces(key).length > 0) return index;
      if (to - index <= MAX_PROVINCE_WORDS && provinceOfKey(key)) return index;
    }
  }
  return null;
}
