import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { FieldError } from '#shared/http/failure.ts';
import type { listedZipCodes } from '#shared/lookups.ts';
import { provinceByName } from '#shared/rules/provinces.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { indexListedZips, type ListedZips, resolveProvince } from '#shared/rules/zip-province.ts';

/** The listed postal codes that an answer names. */
export const zipsListed = ({ results }: ReplyOf<typeof listedZipCodes>): ListedZips =>
  indexListedZips(
    results.flatMap(({ province, zip_codes: codes }) => {
      const letter = provinceByName(province)?.letter;
      return letter ? [{ province: letter, codes }] : [];
    }),
  );

/** One postal code as a look-up answered it: the provinces that have it, or none when the table lacks it. */
export function zipsFound(typed: string, provinces: readonly string[]): ListedZips {
  const digits = parseZip(typed)?.digits;
  if (digits === undefined || provinces.length === 0) return new Map();
  return zipsListed({ results: [...new Set(provinces)].map((province) => ({ province, zip_codes: [digits] })) });
}

/**
 * Tells which of postal code and province contradicts the other, in the server's words (readings C48). Empty while one of
 * them is missing or unreadable, which its own field says.
 *
 * @param zips null while nobody knows whether the code is listed: the server then decides alone
 * @param names of both fields in the form
 */
export function zipProvinceErrors(
  address: { zip_code: string; state: string },
  zips: ListedZips | null,
  names: { zip_code: string; state: string },
): FieldError[] {
  if (zips === null || address.state.trim() === '' || !parseZip(address.zip_code)) return [];
  const place = resolveProvince(address, zips);
  return 'field' in place ? [{ field: names[place.field], message: place.message }] : [];
}
