import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { parseZip, type Zip } from '#shared/orders/rules/place/zip.ts';

/** A code with the name of its place behind it: '1425 CABA', 'C1425ABC, Palermo', '1425 (CABA)'. */
const WITH_PLACE = /^(.*\d[a-z]{0,3})[\s.,;/(-]+(\p{L}[\p{L}. ]*)\)?$/iu;

/**
 * Reads the postal code of a row, which may name the place of the row behind it. Null for any other text, and for a place that the
 * row's other cells don't name.
 */
export function zipOfCells({
  cp,
  provincia,
  localidad,
  barrio,
}: Pick<BulkCells, 'cp' | 'provincia' | 'localidad' | 'barrio'>): Zip | null {
  const alone = parseZip(cp);
  const [, code = '', place = ''] = alone ? [] : (WITH_PLACE.exec(cp) ?? []);
  if (place === '') return alone;
  const province = readProvince(place);
  const isProvince = province !== null && province === readProvince(provincia);
  const isNamed = isProvince || [localidad, barrio].some((cell) => fold(cell) === fold(place));
  return isNamed ? parseZip(code) : null;
}
