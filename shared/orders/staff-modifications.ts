import * as z from 'zod/mini';
import { rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { page } from '#shared/kit/http/pagination.ts';
import { approvalRefusal, decision, REQUEST_STATES, requestQuery } from './requests.ts';

/**
 * Changed fields whose values people see masked: the receiver's contact, and the address within its town. Requests of all clients come in
 * one list, which would tell where each person moved.
 */
export const MASKED_FIELDS: readonly string[] = [
  'receiver_phone',
  'email',
  'address_street_name',
  'address_street_number',
  'address_floor',
  'address_apartment',
  'address_other_info',
  'address_neighborhood_name',
  'address_longitude',
  'address_latitude',
];

/** A changed field, with its value before and after. */
export const requestedChange = z.object({ field: z.string(), before: z.string(), after: z.string() });

const staffModification = z.object({
  client_id: z.number(),
  id: z.number(),
  /** The client's own order number; the next key is the tracking id. */
  order_id: z.string(),
  tracking_id: z.string(),
  state: z.enum(REQUEST_STATES),
  /** Changed fields, by the keys of the edit-order payload (D1 §3). People see those of `MASKED_FIELDS` masked. */
  changes: z.array(requestedChange),
  /** Pesos of the active shipments, adjustments included (readings C49). */
  cost_before: z.number(),
  cost_after: z.number(),
  reason: z.nullable(z.string()),
  /** ISO 8601, −03:00. */
  requested_at: z.string(),
  decided_at: z.nullable(z.string()),
});

export type StaffModification = z.output<typeof staffModification>;

export const readModification = endpoint('GET /ops/v1/client/:clientId/modification/:id', {
  access: 'provider',
  needs: 'read',
  shows: ['name', 'masked contact', 'text'],
  summary: 'Returns a request to change an order, with the name of who decided it.',
  params: z.object({ clientId: rowId, id: rowId }),
  reply: z.object({
    results: z.extend(staffModification, { decided_by: z.nullable(z.string()), approval_refusal: approvalRefusal }),
  }),
});

export const listModifications = endpoint('GET /ops/v1/modification/', {
  access: 'provider',
  needs: 'read',
  shows: ['name', 'masked contact', 'text'],
  summary:
    'Lists requests to change orders, oldest first. Without a state filter, lists the requests that wait for a decision.',
  query: requestQuery,
  reply: page(staffModification),
});

export const showRequestedChanges = endpoint('POST /ops/v1/client/:clientId/modification/:id/receiver', {
  access: 'provider',
  needs: 'read',
  audit: 'ops.person.show',
  shows: ['name', 'address', 'contact'],
  summary:
    'Returns the changed fields of a request with their whole values, which members of the staff otherwise see masked. The company sees it in its activity.',
  params: z.object({ clientId: rowId, id: rowId }),
  reply: z.object({ results: z.object({ changes: z.array(requestedChange) }) }),
});

export const decideModification = endpoint('POST /ops/v1/client/:clientId/modification/:id/decision', {
  access: 'provider',
  needs: 'modifications',
  audit: 'ops.modification.decide',
  shows: ['name', 'masked contact', 'text'],
  summary:
    'Approves or rejects a request. Approval changes the order and books the price difference of a more expensive address as an adjustment. A rejection has a reason that the client can read.',
  params: z.object({ clientId: rowId, id: rowId }),
  body: decision,
  reply: z.object({ message: z.string(), results: staffModification }),
  errorStatuses: [409],
});

export const undoModification = endpoint('POST /ops/v1/client/:clientId/modification/:id/undo', {
  access: 'provider',
  needs: 'modifications',
  audit: 'ops.modification.undo',
  shows: ['name', 'masked contact'],
  summary:
    'Undoes a decision within 10 seconds: the request waits again, and an approved change is taken back with its price. Refused once a label, a payment or another change of the order followed.',
  params: z.object({ clientId: rowId, id: rowId }),
  reply: z.object({ message: z.string(), results: staffModification }),
  errorStatuses: [409],
});
