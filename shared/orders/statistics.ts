import * as z from 'zod/mini';
import { type Day, daysBetween } from '#shared/kit/days.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { envelopeSchema } from '#shared/kit/http/envelope.ts';
import { checkDateRange, filterDay, STATISTICS_DATE_RANGE } from '#shared/kit/http/pagination.ts';

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

/** Days of a period of delivery figures, at most. */
export const MAX_RESULT_DAYS = 366;

/** Returns whether delivery figures are read for a period, both days included. */
export const hasDeliveryFigures = ({ from, to }: { from: Day; to: Day }): boolean =>
  daysBetween(from, to) < MAX_RESULT_DAYS;

/** Figures of deliveries that failed or ended. */
const deliveryFigures = z.object({
  /** Shipments that were delivered, returned or lost. */
  ended: z.number(),
  delivered: z.number(),
  /** Ended shipments with a promise, and those that kept it. */
  promised: z.number(),
  on_time: z.number(),
  /** Delivered without a failed visit. */
  first_visit: z.number(),
  /** Shipments with a failed visit, also those that are still on their way. */
  failed: z.number(),
  /** Working days from collection to delivery: of half of the delivered shipments, and of nine in ten. Null without any. */
  median_days: z.nullable(z.number()),
  p90_days: z.nullable(z.number()),
  /** Shipments by the reason of their last failed visit, the most frequent first. */
  failures: z.array(z.object({ reason: z.string(), total: z.number() })),
});

export type DeliveryFigures = z.output<typeof deliveryFigures>;

const comparedFigures = z.object({ ...deliveryFigures.shape, before: deliveryFigures });

const deliveryResults = z.object({
  /** The period of the same length before, with which `before` compares. YYYY-MM-DD. */
  before: z.object({ from: z.string(), to: z.string() }),
  total: comparedFigures,
  /** The province with the most ended shipments first. */
  provinces: z.array(z.object({ name: z.string(), ...comparedFigures.shape })),
});

export type DeliveryResults = z.output<typeof deliveryResults>;

export const readDeliveryResults = endpoint('GET /v1/client/statistics/delivery_results', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary:
    'Returns how the deliveries of a period’s shipments went, by province, against the period before; 422 above a year.',
  query: z.object({
    filter: z.optional(
      z.object({ from_date: filterDay, to_date: filterDay }).check(checkDateRange(STATISTICS_DATE_RANGE)),
    ),
  }),
  reply: z.object({ results: deliveryResults }),
});
