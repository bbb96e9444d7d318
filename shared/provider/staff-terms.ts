import * as z from 'zod/mini';
import { isDay } from '#shared/kit/days.ts';
import { text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { listQuery, page } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { smallId } from '#shared/kit/small-id.ts';

const BINDS_FROM = 'Usá el formato AAAA-MM-DD, o now para que rijan ya';

const staffTerms = z.object({
  id: z.number(),
  /** Sanitised HTML, as shown to clients. */
  text: z.string(),
  /** ISO 8601, −03:00. */
  published_at: z.string(),
  /** Whether it is the newest version that binds. */
  in_force: z.boolean(),
  /** From when calls are refused until the client accepts this version or a newer one (readings C56). */
  binds_from: z.string(),
  /** Number of clients that have accepted this version or a newer one. */
  accepted_by: z.number(),
  /** Number of active clients that have accepted neither this version nor a newer one. */
  not_accepted_by: z.number(),
});

export type StaffTerms = z.output<typeof staffTerms>;

export const listTerms = endpoint('GET /ops/v1/terms/', {
  access: 'provider',
  needs: 'read',
  summary: 'Lists the versions of the terms and conditions, newest first. The newest one that binds is in force.',
  query: listQuery({}),
  reply: page(staffTerms),
});

const termsText = text({ required: messages.required, max: [200_000], lines: true });

export const previewTerms = endpoint('POST /ops/v1/terms/preview', {
  access: 'provider',
  needs: 'terms',
  audit: null,
  summary: 'Returns a text of terms as clients would see it: sanitised, as publishing stores it.',
  body: z.object({ text: termsText }),
  reply: z.object({ results: z.object({ text: z.string() }) }),
});

const pendingClient = z.object({
  client_id: z.number(),
  nombre_empresa: z.string(),
  /** Latest accepted version; null for none. */
  accepted: z.nullable(z.number()),
});

export type PendingTermsClient = z.output<typeof pendingClient>;

export const pendingTerms = endpoint('GET /ops/v1/terms/:id/pending/', {
  access: 'provider',
  needs: 'read',
  summary: 'Lists by name the active clients that have accepted neither this version of the terms nor a newer one.',
  params: z.object({ id: smallId }),
  query: listQuery({}),
  reply: page(pendingClient),
});

/** A version of the terms, as the provider publishes it. */
export const termsForm = z.object({
  text: termsText,
  /** First day in Buenos Aires on which they bind, after today (YYYY-MM-DD); `now` for at once. */
  binds_from: text({ check: (value) => (value === '' || value === 'now' || isDay(value) ? null : BINDS_FROM) }),
});

export const publishTerms = endpoint('POST /ops/v1/terms/', {
  access: 'provider',
  needs: 'terms',
  audit: 'ops.terms.publish',
  summary:
    'Publishes new terms. They bind 30 days later, the first terms at once: from then on every client has to accept them before its next order. Sending the newest text again changes nothing.',
  body: termsForm,
  reply: z.object({ message: z.string(), results: staffTerms }),
});
