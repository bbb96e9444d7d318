import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';
import { envelopeSchema } from './http/envelope.ts';
import { checkDateRange, filterDay, STATISTICS_DATE_RANGE } from './http/pagination.ts';

export const statistics = z.object({
  total: z.number(),
  provinces_array: z.array(z.object({ name: z.string(), percentage: z.number(), total: z.number() })),
});

export type Statistics = z.output<typeof statistics>;

export const shipmentTotals = endpoint('GET /v1/client/statistics/complete_total_shippings', {
  access: 'client',
  needs: 'read',
  summary: 'Counts shipments by province and creation day, both days included.',
  query: z.object({
    filter: z.optional(
      z.object({ from_date: filterDay, to_date: filterDay }).check(checkDateRange(STATISTICS_DATE_RANGE)),
    ),
  }),
  reply: envelopeSchema(statistics.shape),
});
