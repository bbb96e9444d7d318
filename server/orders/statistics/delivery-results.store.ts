import { bind, type Statement, statement } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';

/** Two adjacent periods: from `before` up to the day before `from`, and from `from` to `to`. */
export interface ComparedPeriods {
  before: Day;
  from: Day;
  to: Day;
}

/** Figures of a province (a letter or '-'; null for all of them) in one of the periods. */
export interface FiguresRow {
  current: boolean;
  province: string | null;
  ended: number;
  delivered: number;
  promised: number;
  on_time: number;
  first_visit: number;
  failed: number;
  /** Working days of half and of nine in ten of the delivered shipments; null without any. */
  days: [median: number, p90: number] | null;
}

const FIGURES: Statement<FiguresRow> = statement(
  'delivery-results.figures',
  `SELECT r.current, r.province,
        count(r.ended) AS ended,
        count(*) FILTER (WHERE r.ended = 'delivered') AS delivered,
        count(r.on_time) AS promised,
        count(*) FILTER (WHERE r.on_time) AS on_time,
        count(*) FILTER (WHERE r.ended = 'delivered' AND r.failed_visits = 0) AS first_visit,
        count(*) FILTER (WHERE r.failed_visits > 0) AS failed,
        percentile_disc(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY r.transit_days) AS days
      FROM (SELECT created_on >= $3::date AS current, coalesce(province, '-') AS province, ended, on_time, failed_visits,
          transit_days::integer
        FROM delivery_results WHERE client_id = $1 AND created_on BETWEEN $2::date AND $4::date) r
      GROUP BY GROUPING SETS ((r.current), (r.current, r.province))`,
  { prepared: true, nullable: ['province', 'days'] },
);

/** Returns the read of a client's figures of delivery by period and province. */
export const deliveryFigures = (clientId: number, { before, from, to }: ComparedPeriods) =>
  bind(FIGURES, [clientId, before, from, to]);

/** Number of shipments with a reason of their last failed visit, by period and province as in `FiguresRow`. */
export interface FailuresRow {
  current: boolean;
  province: string | null;
  failure: string;
  n: number;
}

const FAILURES: Statement<FailuresRow> = statement(
  'delivery-results.failures',
  `SELECT r.current, r.province, r.failure, count(*) AS n
      FROM (SELECT created_on >= $3::date AS current, coalesce(province, '-') AS province, failure
        FROM delivery_results
        WHERE client_id = $1 AND created_on BETWEEN $2::date AND $4::date AND failure IS NOT NULL) r
      GROUP BY GROUPING SETS ((r.current, r.failure), (r.current, r.province, r.failure))
      ORDER BY n DESC, r.failure`,
  { prepared: true, nullable: ['province'], present: ['failure'] },
);

/** Returns the read of the reasons of a client's failed visits, the most frequent first. */
export const deliveryFailures = (clientId: number, { before, from, to }: ComparedPeriods) =>
  bind(FAILURES, [clientId, before, from, to]);
