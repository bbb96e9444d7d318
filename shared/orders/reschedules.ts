import * as z from 'zod/mini';
import { pathId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { REQUEST_STATES } from './requests.ts';
import { MAX_RESCHEDULE_NOTE } from './rules/due/reschedule.ts';

export const requestReschedule = endpoint('POST /v1/client/shipping/:id/reschedule', {
  access: 'client',
  needs: 'orders',
  audit: 'shipment.reschedule',
  addition: true,
  idempotent: true,
  summary:
    'Asks the provider to deliver a failed or late shipment on another working day, at most 30 days from now. One request at a time; an accepted one moves the promised day.',
  params: z.object({ id: pathId }),
  body: z.object({
    /** YYYY-MM-DD */
    date: text({ required: 'Elegí un día para la entrega', max: [10, 'Elegí un día para la entrega'] }),
    note: text({ max: [MAX_RESCHEDULE_NOTE], lines: true }),
  }),
  reply: z.object({
    message: z.string(),
    results: z.object({ id: z.number(), state: z.enum(REQUEST_STATES) }),
  }),
});
