import * as z from 'zod/mini';
import { pathId, rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { listQuery, page } from '#shared/kit/http/pagination.ts';

/** Maximum length of a note. */
export const MAX_NOTE = 1000;

/** A note of the staff, which senders never see. */
const note = z.object({
  client_id: z.number(),
  id: z.number(),
  text: z.string(),
  /** The person or the key that wrote it. */
  author: z.object({ kind: z.enum(['staff', 'key']), name: z.string() }),
  /** ISO 8601, −03:00. */
  at: z.string(),
  /** Order that the note is about; null for a note about the client. */
  order: z.nullable(z.object({ order_id: z.string(), tracking_id: z.string() })),
  /** Whether the caller may remove it: its author, or an administrator. */
  removable: z.boolean(),
});

export type Note = z.output<typeof note>;

export const noteForm = z.object({ text: text({ required: 'Escribí la nota', max: [MAX_NOTE], lines: true }) });

const clientPath = z.object({ clientId: rowId });
/** A tracking id or the label of a shipment. */
const orderPath = z.object({ id: pathId });
const written = z.object({ message: z.string(), results: note });

export const listClientNotes = endpoint('GET /ops/v1/client/:clientId/note/', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary: 'Lists the staff’s notes about a client and its orders, newest first.',
  params: clientPath,
  query: listQuery({}),
  reply: page(note),
});

export const addClientNote = endpoint('POST /ops/v1/client/:clientId/note/', {
  access: 'provider',
  needs: 'queues',
  audit: 'ops.note.add',
  shows: ['text'],
  summary: 'Adds a note about a client. The client never sees it.',
  params: clientPath,
  body: noteForm,
  reply: written,
});

export const listOrderNotes = endpoint('GET /ops/v1/order/:id/note/', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary: 'Lists the staff’s notes about an order, by its tracking id or a label, newest first.',
  params: orderPath,
  query: listQuery({}),
  reply: page(note),
});

export const addOrderNote = endpoint('POST /ops/v1/order/:id/note/', {
  access: 'provider',
  needs: 'queues',
  audit: 'ops.note.add',
  shows: ['text'],
  summary:
    'Adds a note about an order, by its tracking id or a label. The client never sees it. It is deleted when the order’s receiver is masked; afterwards none can be added.',
  params: orderPath,
  body: noteForm,
  reply: written,
  errorStatuses: [409],
});

export const removeNote = endpoint('POST /ops/v1/client/:clientId/note/:id/remove', {
  access: 'provider',
  needs: 'queues',
  audit: 'ops.note.remove',
  summary: 'Deletes a note about a client or an order. Only its author or an administrator may.',
  params: z.object({ clientId: rowId, id: rowId }),
  reply: z.object({ message: z.string() }),
});
