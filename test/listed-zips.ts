import { listedZipCodes } from '#shared/lookups.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { zipsListed } from '#web/parts/zip-lookup/zip-province-check.ts';
import type { TestGateway } from './test-gateway.ts';

/** Reads the listed postal codes like the browser. */
export const readListedZips = async (gateway: TestGateway): Promise<ListedZips> =>
  zipsListed((await gateway.call(listedZipCodes)).body);
