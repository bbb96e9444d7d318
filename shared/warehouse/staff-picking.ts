import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';

/** Maximum number of orders of one picking list. */
export const MAX_PICKED_ORDERS = 100;

/** An order of a picking list, as the address names it: `client-id`. */
const ORDER = /^([1-9]\d{0,15})-([1-9]\d{0,15})$/;

const chosenOrders = z.pipe(
  z.optional(z.unknown()),
  z.transform((raw, context): { clientId: number; id: number }[] => {
    const names = typeof raw === 'string' ? raw.split(',') : [];
    const orders = names.map((name) => ORDER.exec(name.trim()));
    if (orders.length === 0 || orders.length > MAX_PICKED_ORDERS || orders.includes(null)) {
      const message = `Elegí entre 1 y ${MAX_PICKED_ORDERS} pedidos, como CLIENTE-PEDIDO,CLIENTE-PEDIDO`;
      context.issues.push({ code: 'custom', message, input: raw });
      return z.NEVER;
    }
    return orders.map((order) => ({ clientId: Number(order?.[1]), id: Number(order?.[2]) }));
  }),
);

const pickedOrder = z.object({
  client_id: z.number(),
  id: z.number(),
  order_id: z.string(),
  /** Units of the line for this order. */
  units: z.number(),
});

const pickingLine = z.object({
  client_id: z.number(),
  /** Name of the client's company. */
  company: z.string(),
  /** Position in the warehouse; empty if nobody set it. */
  shelf: z.string(),
  sku: z.string(),
  description: z.string(),
  /** Null for units without a reserved lot. */
  lot: z.nullable(z.string()),
  expiry: z.nullable(z.string()),
  units: z.number(),
  orders: z.array(pickedOrder),
});

export type PickingLine = z.output<typeof pickingLine>;

export const pickingList = endpoint('GET /ops/v1/fulfillment/picking', {
  access: 'provider',
  needs: 'read',
  summary:
    'Lists what to take from the shelves for orders that wait for preparation: a line for each SKU and lot, by position and SKU, the lot that expires first before others. Other orders are left out.',
  query: z.object({
    /** `client-id`, separated by commas. */
    orders: chosenOrders,
  }),
  reply: z.object({ results: z.array(pickingLine) }),
});
