import * as z from 'zod/mini';
import { rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterSchema, filterText, listQuery, page } from '#shared/kit/http/pagination.ts';

/** Month of a filter, `YYYY-MM` in Buenos Aires; without one the current month. */
const filterMonth = z.pipe(
  filterText,
  z.transform((text, context): string | undefined => {
    if (text === undefined || /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(text)) return text;
    context.issues.push({ code: 'custom', message: 'El mes no es válido: escribilo como 2026-11', input: text });
    return z.NEVER;
  }),
);

/** Sums of the shipments that were collected in the month and aren't cancelled, in pesos. */
const sums = {
  parcels: z.number(),
  /** Frozen costs, with IVA. */
  frozen: z.number(),
  /** With IVA. */
  adjustment: z.number(),
  /** `total` without IVA, of each shipment by the tariff of its order. */
  net: z.number(),
  /** IVA of `total`. */
  tax: z.number(),
  /** `frozen` and `adjustment`; also `net` and `tax`. */
  total: z.number(),
};

const clientCharges = z.object({
  client_id: z.number(),
  nombre_empresa: z.string(),
  razon_social: z.string(),
  /** 11 digits. */
  cuit: z.string(),
  ...sums,
});

export type ClientCharges = z.output<typeof clientCharges>;

const charge = z.object({
  shipment_id: z.string(),
  tracking_id: z.string(),
  order_id: z.string(),
  /** Day of the collection, YYYY-MM-DD. */
  collected_on: z.string(),
  tariff: z.object({ id: z.number(), /** YYYY-MM-DD. */ valid_from: z.string() }),
  /** Pesos, with IVA. */
  frozen: z.number(),
  adjustment: z.number(),
  /** Why there is an adjustment, in Spanish; empty without one. */
  reasons: z.array(z.string()),
  /** `total` without IVA, by the tariff of the order. */
  net: z.number(),
  /** IVA of `total`. */
  tax: z.number(),
  total: z.number(),
  /** Whether the order was paid online: its frozen cost is collected already. */
  paid: z.boolean(),
});

export type Charge = z.output<typeof charge>;

/** YYYY-MM. */
const month = z.string();

export const listCharges = endpoint('GET /ops/v1/charge/', {
  access: 'provider',
  needs: 'billing',
  summary:
    'Sums what each client owes for the shipments that were collected in a month, by company name. Clients without such shipments are missing.',
  query: listQuery({ month: filterMonth, search: filterText }),
  reply: z.extend(page(clientCharges), { month, /** Of all clients that match, on all pages. */ sums: z.object(sums) }),
});

export const exportCharges = endpoint('GET /ops/v1/charge/export/csv', {
  access: 'provider',
  needs: 'billing',
  audit: 'ops.export.charges',
  summary: 'Exports the month’s sums of each client as CSV.',
  query: z.object({ filter: filterSchema({ month: filterMonth, search: filterText }) }),
  produces: 'text/csv',
});

export const listClientCharges = endpoint('GET /ops/v1/client/:clientId/charge/', {
  access: 'provider',
  needs: 'billing',
  summary: 'Lists the shipments of a client that were collected in a month with what each costs and why, by day.',
  params: z.object({ clientId: rowId }),
  query: listQuery({ month: filterMonth }),
  reply: z.extend(page(charge), {
    month,
    client: z.object({ client_id: z.number(), nombre_empresa: z.string(), cuit: z.string() }),
    /** Of all pages. `paid`: pesos of the frozen costs that were paid online. */
    sums: z.object({ ...sums, paid: z.number() }),
  }),
});

export const exportClientCharges = endpoint('GET /ops/v1/client/:clientId/charge/export/csv', {
  access: 'provider',
  needs: 'billing',
  audit: 'ops.export.charges',
  summary:
    'Exports a client’s shipments of a month with their costs as CSV. The sums of its columns are those of the month.',
  params: z.object({ clientId: rowId }),
  query: z.object({ filter: filterSchema({ month: filterMonth }) }),
  produces: 'text/csv',
});
