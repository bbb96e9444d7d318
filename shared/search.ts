import * as z from 'zod/mini';
import { text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';

/** How long a text must at least be to be searched for, and may be. */
export const SEARCH_TEXT = { min: 2, max: 60 } as const;

const foundOrder = z.object({
  id: z.number(),
  tracking_id: z.string(),
  /** The client's own number. */
  order_id: z.string(),
  receiver_name: z.string(),
  state: z.string(),
});

const foundShipment = z.object({
  id: z.number(),
  /** Its label. */
  shipment_id: z.string(),
  receiver_name: z.string(),
  state: z.string(),
});

export type FoundOrder = z.output<typeof foundOrder>;
export type FoundShipment = z.output<typeof foundShipment>;

/** What of the client's fits a text: the best fits of each kind first, few of each. */
const found = z.object({
  /** What the text names exactly; it stands first among its kind. Null when it names nothing. */
  jump: z.nullable(z.object({ kind: z.enum(['order', 'shipment']), id: z.number() })),
  orders: z.array(foundOrder),
  shipments: z.array(foundShipment),
  /** Receivers by name, who got something last first. */
  receivers: z.array(z.object({ receiver_name: z.string() })),
});

export type SearchResults = z.output<typeof found>;

/** The search palette: an addition, so that portals before other gateways do without it (readings R4). */
export const search = endpoint('GET /v1/client/search/', {
  access: 'client',
  addition: true,
  summary: 'Orders, shipments and receivers by beginnings of ids and parts of names; an id names one of them exactly.',
  query: z.object({
    q: text({
      required: 'Escribí qué buscás',
      min: [SEARCH_TEXT.min, `Escribí al menos ${SEARCH_TEXT.min} caracteres`],
      max: [SEARCH_TEXT.max],
      lines: true,
    }),
  }),
  reply: z.object({ results: found }),
});
