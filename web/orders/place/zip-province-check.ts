import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { FieldError } from '#shared/kit/http/failure.ts';
import type { listedZipCodes } from '#shared/orders/lookups.ts';
import { provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { indexListedZips, type ListedZips, resolveProvince } from '#shared/orders/rules/place/zip-province.ts';

/** Returns the listed postal codes of a reply. */
export const zipsListed = ({ results }: ReplyOf<typeof listedZipCodes>): ListedZips =>
  indexListedZips(
    results.flatMap(({ province, zip_codes: codes }) => {
      const letter = provinceByName(province)?.letter;
      return letter ? [{ province: letter, codes }] : [];
    }),
  );

/** Returns one postal code with its provinces; empty when the table lacks the code. */
export function zipsFound(typed: string, provinces: readonly string[]): ListedZips {
  const digits = parseZip(typed)?.digits;
  if (digits === undefined || provinces.length === 0) return new Map();
  return zipsListed({ results: [...new Set(provinces)].map((province) => ({ province, zip_codes: [digits] })) });
}

/**
 * Returns the error if postal code and province contradict each other, with the server's message (readings C48). Empty
 * while either is missing or invalid, which its own field reports.
 *
 * @param zips null while it is unknown whether the code is listed: the server then decides
 * @param names names of both fields in the form
 */
export function zipProvinceErrors(
  address: { zip_code: string; state: string },
  zips: ListedZips | null,
  names: { zip_code: string; state: string },
): FieldError[] {
  if (zips === null || address.state.trim() === '' || !parseZip(address.zip_code)) return [];
  const resolved = resolveProvince(address, zips);
  return 'field' in resolved ? [{ field: names[resolved.field], message: resolved.message }] : [];
}
