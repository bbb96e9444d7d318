import type { Trx } from '#server/db/connection.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { indexListedZips, type ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { provincesOfZips, zipsByProvince } from './zip-code.store.ts';

/** Reads all listed codes with their provinces, for a job that checks thousands of addresses. */
export async function allListedZips(trx: Trx): Promise<ListedZips> {
  return indexListedZips(await zipsByProvince(trx));
}

/** Returns the four digits of the addresses' postal codes, each once; none for a text that is no code. */
export function zipCodesOf(addresses: readonly { zip_code: string }[]): string[] {
  const codes = addresses.map(({ zip_code }) => parseZip(zip_code)?.digits).filter((code) => code !== undefined);
  return [...new Set(codes)];
}

/** Reads the listed codes of the addresses, with their provinces, in one query (readings C48). */
export async function findListedZips(trx: Trx, addresses: readonly { zip_code: string }[]): Promise<ListedZips> {
  const rows = await provincesOfZips(trx, zipCodesOf(addresses));
  return new Map(rows.map(({ code, provinces }) => [code, provinces]));
}
