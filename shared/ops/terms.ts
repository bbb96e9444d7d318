import * as z from 'zod/mini';
import { text } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { listQuery, page } from '#shared/http/pagination.ts';
import { messages } from '#shared/messages.ts';

const operatorTerms = z.object({
  id: z.number(),
  /** Sanitised HTML, as shown to clients. */
  text: z.string(),
  /** ISO 8601, −03:00. */
  published_at: z.string(),
  /** Number of clients whose latest accepted version is this one. */
  accepted_by: z.number(),
});

export type OperatorTerms = z.output<typeof operatorTerms>;

export const listTerms = endpoint('GET /ops/v1/terms/', {
  access: 'operator',
  needs: 'read',
  summary: 'Lists the versions of the terms and conditions, the version in force first.',
  query: listQuery({}),
  reply: page(operatorTerms),
});

export const publishTerms = endpoint('POST /ops/v1/terms/', {
  access: 'operator',
  needs: 'terms',
  audit: 'ops.terms.publish',
  summary:
    'Publishes new terms: every client has to accept them before its next order. Sending the text in force again changes nothing.',
  body: z.object({ text: text({ required: messages.required, max: [200_000], lines: true }) }),
  reply: z.object({ message: z.string(), results: operatorTerms }),
});
