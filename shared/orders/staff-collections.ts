import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterSchema, filterText, listQuery, pagination } from '#shared/kit/http/pagination.ts';
import { streetAddress } from './address.ts';

/** Numbers of shipments that wait at their senders. */
const collectionTotals = z.object({
  orders: z.number(),
  /** Shipments: an order may have several. */
  bulks: z.number(),
  /** Grams. */
  weight: z.number(),
  /** Of the shipments, those in open manifests. */
  listed: z.number(),
});

export type CollectionTotals = z.output<typeof collectionTotals>;

/** The shipments of one client at one address. */
const collection = z.object({
  client_id: z.number(),
  company: z.string(),
  /** Why the client is blocked; null for a client that isn't. */
  blocked_reason: z.nullable(z.string()),
  /** Phone of the first user who is still in the company; '' for none. */
  phone: z.string(),
  address_id: z.number(),
  /** As it is now; `other_info` may contain contact hours. */
  address: streetAddress,
  ...collectionTotals.shape,
});

export type Collection = z.output<typeof collection>;

const filter = { client: filterText };

export const listCollections = endpoint('GET /ops/v1/collection/', {
  access: 'provider',
  needs: 'read',
  shows: ['user', 'text'],
  summary:
    'Counts the shipments with a printed, current label that weren’t collected yet, by client and collection address, in the order of the company names. Shipments from the provider’s warehouse and of reverse logistics don’t count.',
  query: listQuery(filter),
  reply: z.object({ results: z.array(collection), totals: collectionTotals, pagination }),
});

export const printRunSheet = endpoint('GET /ops/v1/collection/run-sheet.pdf', {
  access: 'provider',
  needs: 'read',
  shows: ['user'],
  summary: 'Renders the addresses of `listCollections` as a run sheet for the driver, at most 1,000.',
  query: z.object({ filter: filterSchema(filter) }),
  produces: 'application/pdf',
});
