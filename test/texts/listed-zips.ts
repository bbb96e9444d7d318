import { listedZipCodes } from '#shared/orders/lookups.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { zipsListed } from '#web/orders/place/zip-province-check.ts';

/** Reads the listed postal codes like the browser. */
export const readListedZips = async (gateway: TestGateway): Promise<ListedZips> =>
  zipsListed((await gateway.call(listedZipCodes)).body);
