import * as z from 'zod/mini';
import { isDay } from '#shared/kit/days.ts';
import { rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterText, listQuery, pagination } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { hasOwnLine, KIND_NAMES, type OpenItemKind } from './rules/open-item-kinds.ts';

/** Items that pages reach, and that are counted, of each kind. */
export const MAX_PENDING = 1000;

/** Value of `kind` for all kinds that 'Hoy' counts together: those without a line of their own. */
export const TO_RESOLVE = 'resolve';

/** Returns whether a list contains a kind. @param wanted one kind or `TO_RESOLVE`; anything else means all kinds */
export function listsKind(wanted: string | undefined, kind: OpenItemKind): boolean {
  if (wanted === TO_RESOLVE) return !hasOwnLine(kind);
  return wanted === kind || !KIND_NAMES.includes(wanted as OpenItemKind);
}

/** A deadline by the server's clock. */
export const deadline = z.object({
  /** ISO 8601, −03:00. */
  at: z.string(),
  days_left: z.number(),
  minutes_left: z.number(),
});

const pendingKind = z.enum(KIND_NAMES);

/** Order, upload, payment, product, invitation or user that an item is about. */
const pendingSubject = z.object({
  id: z.number(),
  /** The client's number of an order, name of a file, SKU, e-mail of an invitation, login of a user; empty for a payment. */
  name: z.string(),
  /** Of an order; null for other subjects. */
  tracking_id: z.nullable(z.string()),
  /** The receiver of an order, the description of a product; null for other subjects. */
  description: z.nullable(z.string()),
});

export const pendingItem = z.object({
  /** Id of the item; of its order for the kinds that are read from the orders. */
  id: z.number(),
  kind: pendingKind,
  thing: pendingSubject,
  /** Reason of a failure or a rejection, number of failed rows, labels or units; null without one. */
  detail: z.nullable(z.string()),
  /** When its cause arose, ISO 8601, −03:00. */
  since: z.string(),
  deadline: z.nullable(deadline),
  /** Money at stake in pesos. */
  amount: z.number(),
  /** Last day to which it can be snoozed, YYYY-MM-DD; null if it can't be. */
  snooze_until: z.nullable(z.string()),
  /** Whether the sender closes it. */
  closable: z.boolean(),
});

export type PendingItem = z.output<typeof pendingItem>;

const kindTotal = z.object({ kind: pendingKind, total: z.number(), overdue: z.number() });

export type KindTotal = z.output<typeof kindTotal>;

export const listPending = endpoint('GET /v1/client/pending/', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary:
    'Lists what requires the sender’s action, grouped by kind: the kind with the earliest deadline first, in it the earliest deadline, then the highest amount. Lacks kinds that the caller’s role can’t act on.',
  query: z.extend(listQuery({}), {
    /** One kind, or `resolve` for all kinds without a line of their own in 'Hoy'; any other value means all. */
    kind: filterText,
  }),
  reply: z.object({
    results: z.array(pendingItem),
    pagination,
    /** The server's day, YYYY-MM-DD, from which items are snoozed. */
    today: z.string(),
    /** Kinds with items, whatever kind the request names. */
    kinds: z.array(kindTotal),
  }),
});

const dayError = (value: string) => (isDay(value) ? null : messages.day);

const message = z.object({ message: z.string() });

export const snoozePending = endpoint('POST /v1/client/pending/:id/snooze', {
  access: 'client',
  needs: 'read',
  audit: 'pending.snooze',
  addition: true,
  summary:
    'Hides an item until the beginning of a day, at most 14 days ahead and not beyond its deadline. It comes back earlier if its cause or its deadline changes.',
  params: z.object({ id: rowId }),
  body: z.object({ until: text({ required: messages.required, check: dayError }) }),
  reply: message,
});

export const closePending = endpoint('POST /v1/client/pending/:id/done', {
  access: 'client',
  needs: 'read',
  audit: 'pending.done',
  addition: true,
  summary: 'Closes an item of a kind that the sender closes. It comes back if its cause changes. Idempotent.',
  params: z.object({ id: rowId }),
  reply: message,
});

const named = z.object({ id: z.number(), order_id: z.string(), tracking_id: z.string(), receiver_name: z.string() });

/** Orders of a line of 'Hoy': their number, at most `MAX_PENDING`, and the first two. */
const line = { total: z.number(), first: z.array(named) };

export const readToday = endpoint('GET /v1/client/today/', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary: 'Returns what a sender has to do today, in one call. Lines that the caller’s role can’t act on are null.',
  reply: z.object({
    results: z.object({
      /** Whether the client has no orders yet. */
      is_new: z.boolean(),
      print: z.nullable(
        z.object({
          ...line,
          /** Labels of these orders that aren't printed; null above 500 orders. */
          labels: z.nullable(z.number()),
          /** Until when labels are in the next collection. */
          collection: deadline,
        }),
      ),
      /** Items of the kinds without a line of their own, and the subjects of the first two. */
      resolve: z.object({ total: z.number(), overdue: z.number(), first: z.array(pendingSubject) }),
      late: z.object(line),
      /** Orders to pay; null for a client on account. */
      pay: z.nullable(z.object(line)),
      /** Counted from the beginning of yesterday; `delivered` and `failed` are at most `MAX_PENDING`. */
      since_yesterday: z.object({ created: z.number(), delivered: z.number(), failed: z.number() }),
    }),
  }),
});

export type Today = z.output<NonNullable<typeof readToday.reply>>['results'];
