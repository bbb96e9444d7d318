import { listedZipCodes } from '#shared/places.ts';
import { provinceByName } from '#shared/rules/provinces.ts';
import { type ListedZips, listedZipsFrom } from '#shared/rules/zip-province.ts';
import type { Gateway, TestClient } from './gateway.ts';

/** The listed postal codes, read as the browser reads them. */
export async function readListedZips(gateway: Gateway, by: TestClient): Promise<ListedZips> {
  const { body } = await gateway.call(listedZipCodes, { by });
  return listedZipsFrom(
    body.results.flatMap(({ province, zip_codes: codes }) => {
      const letter = provinceByName(province)?.letter;
      return letter ? [{ province: letter, codes }] : [];
    }),
  );
}
