import { type ListProblem, readCsvList } from '#server/platform/csv-list.ts';
import { changedText } from '#shared/bulk/doubts/changed-text.ts';
import { isAbroad, withoutArgentina } from '#shared/bulk/doubts/place-abroad.ts';
import { fold } from '#shared/kit/text/fold.ts';
import type { ProvinceLetter } from '#shared/orders/rules/place/provinces.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { parseZipStart } from '#shared/orders/rules/place/zip.ts';

/** A locality and its four-digit postal code. Localities may share a code, and a city may have several codes. */
export interface Locality {
  code: string;
  city: string;
  province: ProvinceLetter;
}

const COLUMNS = {
  code: { names: ['cp', 'codigo_postal', 'code'] },
  city: { names: ['localidad', 'city'] },
  province: { names: ['provincia', 'province'] },
};

/** Maximum length of a city in an order (D1 §5). */
const CITY_MAX = 40;

/** Returns why a locality isn't added; null if it is. */
type Refusal = (locality: Locality) => string | null;

/**
 * Parses a CSV list of postal codes, separated by `;` or `,`, with or without a byte order mark. Required
 * columns, in any order and among others: `code`, `cp` or `codigo_postal`; `city` or `localidad`; `province` or
 * `provincia`. A code may be a CPA. A province may be a letter, a name or an alias. Duplicate rows are merged.
 *
 * @param refusal checks each valid row
 * @returns the valid rows in the order of the file, and a problem for each invalid row; never throws for file contents
 */
export function parseLocalities(
  text: string,
  refusal: Refusal = () => null,
): { rows: Locality[]; problems: ListProblem[] } {
  const rows = new Map<string, Locality>();
  const wrong: ListProblem[] = [];
  const unread = readCsvList(text, COLUMNS, ({ line, cells }) => {
    const parsed = parseLocality(cells);
    const locality = typeof parsed === 'string' ? parsed : (refusal(parsed) ?? parsed);
    if (typeof locality === 'string') wrong.push({ line, message: locality });
    else {
      const key = `${locality.code};${locality.province};${fold(locality.city)}`;
      if (!rows.has(key)) rows.set(key, locality);
    }
  });
  return { rows: [...rows.values()], problems: [...unread, ...wrong].sort((one, other) => one.line - other.line) };
}

function parseLocality({ code, city, province: region }: Record<keyof typeof COLUMNS, string>): Locality | string {
  const zip = parseZipStart(code);
  if (zip?.digits.length !== 4) return `El código postal '${code}' no es válido`;
  const province = isAbroad(region) ? null : readProvince(withoutArgentina(region));
  if (!province) return `La provincia '${region}' no existe`;
  if (zip.province && zip.province !== province.letter) return `El código postal '${code}' no es de ${province.name}`;
  if (city === '') return 'Falta la localidad';
  if (city.length > CITY_MAX) return `La localidad '${city}' tiene más de ${CITY_MAX} caracteres`;
  const changed = changedText(city);
  if (changed) return `La localidad '${city}' no es válida: ${changed}`;
  return { code: zip.digits, city, province: province.letter };
}
