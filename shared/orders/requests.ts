import * as z from 'zod/mini';
import { flag, text } from '#shared/kit/fields.ts';
import { clampedInteger, filterText, listQuery } from '#shared/kit/http/pagination.ts';

/** States of a sender's request to the provider (D2 §4). */
export const REQUEST_STATES = ['Pendiente', 'Aprobado', 'Rechazado'] as const;

export type RequestState = (typeof REQUEST_STATES)[number];

/** Body of the provider's decision. A rejection needs a reason, which the client reads. */
export const decision = z.object({ approved: flag(false), reason: text({ max: [200], lines: true }) });

/** Why a request that waits can only be rejected, in Spanish; null for one that can be approved, and for a decided one. */
export const approvalRefusal = z.nullable(z.string());

export type Decision = z.output<typeof decision>;

/** Seconds for which a decision can be undone. */
export const UNDO_SECONDS = 10;

/** Most requests of a page: each client's are read in a transaction of their own. */
const MAX_REQUESTS = 200;

/** Query of the provider's lists of requests; without a state those that wait for a decision. */
export const requestQuery = z.extend(listQuery({ state: filterText, client: filterText }), {
  limit: clampedInteger(10, 1, MAX_REQUESTS),
});

/** The latest request to change receiver and address. */
export const lastModification = z.object({
  state: z.string(),
  /** Reason of the rejection. */
  reason: z.nullable(z.string()),
  /** ISO 8601, −03:00; `decided_at` is null while the request is pending. */
  requested_at: z.string(),
  decided_at: z.nullable(z.string()),
  /** Changed fields, by their keys in the edit-order payload. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
