import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { due } from './shipments.ts';

/** Minimum and maximum length of a search text. */
export const SEARCH_TEXT = { min: 2, max: 60 } as const;

const foundOrder = z.object({
  id: z.number(),
  tracking_id: z.string(),
  /** The client's own number. */
  order_id: z.string(),
  receiver_name: z.string(),
  state: z.string(),
  due,
});

const foundShipment = z.object({
  id: z.number(),
  /** The shipment's label. */
  shipment_id: z.string(),
  receiver_name: z.string(),
  state: z.string(),
  due,
});

export type FoundOrder = z.output<typeof foundOrder>;
export type FoundShipment = z.output<typeof foundShipment>;

/** The client's matches for a text: the best of each kind first, a few of each. */
const found = z.object({
  /** Exact match of the text, which is also first in its kind. Null when there is none. */
  jump: z.nullable(z.object({ kind: z.enum(['order', 'shipment']), id: z.number() })),
  orders: z.array(foundOrder),
  shipments: z.array(foundShipment),
  /** Receivers by name, the latest first. */
  receivers: z.array(z.object({ receiver_name: z.string() })),
});

export type SearchResults = z.output<typeof found>;

/** The search palette. An addition: portals of foreign gateways work without it (readings R4). */
export const search = endpoint('GET /v1/client/search/', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary:
    'Finds orders, shipments and receivers by prefixes of ids and parts of names; a complete id finds exactly one.',
  query: z.object({
    q: text({
      required: 'Escribí qué buscás',
      min: [SEARCH_TEXT.min, `Escribí al menos ${SEARCH_TEXT.min} caracteres`],
      max: [SEARCH_TEXT.max],
      lines: true,
      key: true,
    }),
  }),
  reply: z.object({ results: found }),
});
