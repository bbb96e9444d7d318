import { listedZipCodes } from '#shared/places.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { zipsListed } from '#web/parts/zip-lookup/place-check.ts';
import type { Gateway } from './gateway.ts';

/** The listed postal codes, read as the browser reads them. */
export const readListedZips = async (gateway: Gateway): Promise<ListedZips> =>
  zipsListed((await gateway.call(listedZipCodes)).body);
