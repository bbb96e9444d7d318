import * as z from 'zod/mini';
import { endpoint } from '#shared/http/endpoint.ts';

const repeatedKey = z.object({
  client_id: z.number(),
  /** Name of the client's company. */
  company: z.string(),
  /** `order` for an order's number, `product` and `stock` for a SKU in the catalogue and in the warehouse. */
  kind: z.enum(['order', 'product', 'stock']),
  /** The number or the SKU as stored. */
  text: z.string(),
  /** Tracking id of the order; null for a SKU. */
  tracking_id: z.nullable(z.string()),
  /** The older number or SKU that looks the same. */
  same_as: z.string(),
  /** Tracking id of the older order; null for a SKU. */
  same_as_tracking_id: z.nullable(z.string()),
});

export type RepeatedKey = z.output<typeof repeatedKey>;

/** Names of what has a repeated number or SKU. */
export const REPEATED_KEY_NAMES: Record<RepeatedKey['kind'], string> = {
  order: 'Orden',
  product: 'Producto',
  stock: 'Depósito',
};

export const listRepeatedKeys = endpoint('GET /ops/v1/repeated-keys/', {
  access: 'operator',
  needs: 'read',
  summary:
    'Lists order numbers of open orders and SKUs that look the same as an older one of the same client, by client: at most 500. They come from versions that compared them letter by letter; new ones are refused.',
  reply: z.object({ results: z.array(repeatedKey) }),
});
