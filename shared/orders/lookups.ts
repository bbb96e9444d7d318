import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterText, listQuery, page } from '#shared/kit/http/pagination.ts';

export const zipCode = z.object({ zip_code: z.string(), province: z.string(), city: z.string() });

export type ZipCode = z.output<typeof zipCode>;

export const findZipCodes = endpoint('GET /v1/client/zip_code/', {
  access: 'client',
  needs: 'read',
  summary: 'Lists localities whose postal code begins with `filter[code]`; of a CPA the four digits count.',
  query: listQuery({ code: filterText }),
  reply: page(zipCode),
});

export const provincesOfZipCode = endpoint('GET /v1/client/zip_code/grouped', {
  access: 'client',
  needs: 'read',
  summary: 'Lists the provinces that have localities with this postal code.',
  query: z.object({ filter: z.optional(z.object({ code: filterText })) }),
  reply: z.object({ results: z.object({ provinces: z.array(z.object({ name: z.string() })) }) }),
});

export const listedZipCodes = endpoint('GET /v1/client/zip_code/provinces', {
  access: 'public',
  addition: true,
  summary: 'Lists all known postal codes by province, for programs that check many addresses and for the registration.',
  reply: z.object({ results: z.array(z.object({ province: z.string(), zip_codes: z.array(z.string()) })) }),
});

/** Entry of a lookup list. Ids of delivery modes are strings (readings C11). */
export const lookup = z.object({ id: z.string(), name: z.string() });

export const deliveryModes = endpoint('GET /v1/client/delivery_mode/', {
  access: 'client',
  needs: 'read',
  allowedBeforeTerms: true,
  summary: 'Lists the delivery modes that the client’s flags allow.',
  reply: z.object({ results: z.array(lookup) }),
});

export const shipmentStateList = endpoint('GET /v1/client/state/', {
  access: 'client',
  needs: 'read',
  summary: 'Lists the states of shipments; `filter[state]` is the id of a state.',
  reply: z.object({ results: z.array(lookup) }),
});
