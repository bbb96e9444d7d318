import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { clampedInteger, filterDay, filterSchema, filterText, pagination } from '#shared/kit/http/pagination.ts';
import { ACTOR_KINDS } from './rules/activity/audit-actions.ts';

/** Maximum number of rows in one response. */
export const MAX_ACTIVITY_READ = 500;

/** Rows that pages reach. Counting all rows would take longer with every month; `cursor` and the export reach all of them. */
export const MAX_PAGED_ACTIVITY = 10_000;

/** A row of the audit trail. */
export const activityRow = z.object({
  id: z.number(),
  /** ISO 8601, −03:00. */
  at: z.string(),
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    /** Id of the user; null for somebody without a session, and for the provider's people and systems. */
    id: z.nullable(z.number()),
    name: z.string(),
  }),
  action: z.string(),
  /** Public id of the target. */
  target: z.nullable(z.string()),
  /**
   * Name of the target, where `target` is an id that says nothing to a reader: the user name of a user, the name of a person of the
   * staff, a company, a key or a category, the number of a tariff or of terms, the e-mail of an invited person. Null for an erased person,
   * and in the provider's list for a person whom a company invited.
   */
  target_name: z.nullable(z.string()),
  /** Names of the changed fields. */
  fields: z.array(z.string()),
  /** Values that are not personal. */
  details: z.nullable(z.record(z.string(), z.unknown())),
  /** Empty for the provider's people and systems in a company's list. */
  network: z.string(),
  request_id: z.string(),
  /** Larger than 1 for refusals and equal acts, which are added up by the minute. */
  times: z.number(),
});

export type ActivityRow = z.output<typeof activityRow>;

/** Filters of the audit trail. Days are in Buenos Aires and included. */
export const activityFilter = {
  from_date: filterDay,
  to_date: filterDay,
  /** Name of the actor, complete, in any case. A company finds the provider's people and systems as 'Proveedor'. */
  actor: filterText,
  action: filterText,
  /** Public id of the target, complete. */
  target: filterText,
};

export const activityQuery = z.object({
  limit: clampedInteger(50, 1, MAX_ACTIVITY_READ),
  cursor: filterText,
  page: clampedInteger(1, 1, MAX_PAGED_ACTIVITY),
  filter: filterSchema(activityFilter),
});

/** Newest first; `cursor` continues after the last row and is null at the end. */
export const activityPage = z.object({
  results: z.array(activityRow),
  cursor: z.nullable(z.string()),
  /** Null with a cursor. `total` counts at most the rows that pages reach, and one more if there are more. */
  pagination: z.nullable(pagination),
});

export const listActivity = endpoint('GET /v1/client/activity/', {
  access: 'client',
  needs: 'company',
  summary:
    'Lists who did what in the client’s account, newest first: by `page`, which reaches the newest 10,000 rows, or by `cursor`.',
  query: activityQuery,
  reply: activityPage,
  addition: true,
});

export const exportActivity = endpoint('GET /v1/client/activity/export/csv', {
  access: 'client',
  needs: 'company',
  audit: 'export.activity',
  summary: 'Exports the client’s audit trail as CSV with the filters of the list.',
  query: z.object({ filter: filterSchema(activityFilter) }),
  produces: 'text/csv',
  addition: true,
});
