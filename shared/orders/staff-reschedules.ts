import * as z from 'zod/mini';
import { rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { page } from '#shared/kit/http/pagination.ts';
import { approvalRefusal, decision, REQUEST_STATES, requestQuery } from './requests.ts';

const staffReschedule = z.object({
  client_id: z.number(),
  id: z.number(),
  /** The client's own order number; the next key is the label. */
  order_id: z.string(),
  shipment_id: z.string(),
  state: z.enum(REQUEST_STATES),
  /** Wanted day of delivery, YYYY-MM-DD. */
  date: z.string(),
  note: z.string(),
  reason: z.nullable(z.string()),
  /** ISO 8601, −03:00. */
  requested_at: z.string(),
  decided_at: z.nullable(z.string()),
});

export type StaffReschedule = z.output<typeof staffReschedule>;

export const readReschedule = endpoint('GET /ops/v1/client/:clientId/reschedule/:id', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary: 'Returns a request for another day of delivery, with the name of who decided it.',
  params: z.object({ clientId: rowId, id: rowId }),
  reply: z.object({
    results: z.extend(staffReschedule, { decided_by: z.nullable(z.string()), approval_refusal: approvalRefusal }),
  }),
});

export const listReschedules = endpoint('GET /ops/v1/reschedule/', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary:
    'Lists requests for another day of delivery, oldest first. Without a state filter, lists the requests that wait for a decision.',
  query: requestQuery,
  reply: page(staffReschedule),
});

export const decideReschedule = endpoint('POST /ops/v1/client/:clientId/reschedule/:id/decision', {
  access: 'provider',
  needs: 'modifications',
  audit: 'ops.reschedule.decide',
  shows: ['text'],
  summary:
    'Accepts or rejects a request for another day of delivery. Acceptance moves the last promised day. A rejection has a reason that the client can read.',
  params: z.object({ clientId: rowId, id: rowId }),
  body: decision,
  reply: z.object({ message: z.string(), results: staffReschedule }),
  errorStatuses: [409],
});

export const undoReschedule = endpoint('POST /ops/v1/client/:clientId/reschedule/:id/undo', {
  access: 'provider',
  needs: 'modifications',
  audit: 'ops.reschedule.undo',
  shows: ['text'],
  summary:
    'Undoes a decision within 10 seconds: the request waits again, and the promised day is the former one. No mail is sent about an undone decision.',
  params: z.object({ clientId: rowId, id: rowId }),
  reply: z.object({ message: z.string(), results: staffReschedule }),
  errorStatuses: [409],
});
