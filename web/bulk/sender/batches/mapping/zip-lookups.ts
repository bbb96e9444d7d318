import { zipOfCells } from '#shared/bulk/cells/zip-of-cells.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { findZipCodes, listedZipCodes } from '#shared/orders/lookups.ts';
import type { ProvinceLetter } from '#shared/orders/rules/place/provinces.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { call } from '#web/kit/call/api.ts';
import { hasCapability } from '#web/kit/call/capabilities.ts';
import { lookupInput } from '#web/orders/place/zip-places.ts';
import { zipsFound, zipsListed } from '#web/orders/place/zip-province-check.ts';

/** Maximum number of lookups for one file, and of concurrent lookups. */
const MAX_LOOKUPS = 200;
const CONCURRENT_LOOKUPS = 4;

/** Postal codes to check a file against. */
export interface FileZips {
  zips: ListedZips;
  /** False when some codes of the file are unknown: only their region and CPA letter are checked. */
  complete: boolean;
}

/** Note on a file whose postal codes couldn't all be looked up. */
export const ZIPS_UNCHECKED =
  'Acá no pudimos verificar todos los códigos postales: al procesar el lote puede rechazarse alguno que no sea de su provincia.';

const UNKNOWN: FileZips = { zips: new Map(), complete: false };

/**
 * Returns the provinces of a file's postal codes: from the list of all codes or, without that list, from one lookup per
 * distinct code (D1 §7), at most `MAX_LOOKUPS`.
 */
export async function findFileZips(read: readonly BulkRow[][], signal: AbortSignal): Promise<FileZips> {
  if (!hasCapability('zipList')) return lookUpZips(distinctCodes(read), signal);
  const reply = await call(listedZipCodes, { signal }).catch(() => null);
  return reply ? { zips: zipsListed(reply), complete: true } : UNKNOWN;
}

const distinctCodes = (read: readonly BulkRow[][]) => [
  ...new Set(read.flat().flatMap(({ cells }) => zipOfCells(cells)?.digits ?? [])),
];

/** Looks up the provinces of postal codes (four digits), one call per code; at most `MAX_LOOKUPS` codes. */
export async function lookUpZips(codes: readonly string[], signal: AbortSignal): Promise<FileZips> {
  const zips = new Map<string, readonly ProvinceLetter[]>();
  let complete = codes.length <= MAX_LOOKUPS;
  const queue = codes.slice(0, MAX_LOOKUPS).values();
  const work = async () => {
    for (const code of queue) {
      const reply = await call(findZipCodes, { ...lookupInput(code), signal }).catch(() => null);
      if (!reply) {
        complete = false;
        return;
      }
      const provinces = (reply.results ?? []).map(({ province }) => province);
      for (const [digits, letters] of zipsFound(code, provinces)) zips.set(digits, letters);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_LOOKUPS }, work));
  return { zips, complete };
}
