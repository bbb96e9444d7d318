import { changed, type Effects, type Facts } from './fact.ts';

interface CreatedOrders {
  orders: readonly { id: number; trackingId: string }[];
  /** The file that they are from; null for a single order of a call. */
  batchId: number | null;
}

interface RequestedModification {
  orderId: number;
  trackingId: string;
  /** Names of the changed fields. */
  fields: readonly string[];
  state: string;
}

/** A sender's request about an order or a shipment. */
interface DecidedRequest {
  id: number;
  orderId: number;
  /** Its state after the decision, or before the decision was undone. */
  state: string;
}

interface MovedShipment {
  id: number;
  orderId: number;
  /** Code of its state; null for a text that we don't know. */
  state: string | null;
}

interface RecordedEvents {
  /** How many events were sent. */
  sent: number;
  /** How many of them were new. */
  recorded: number;
}

interface CorrectedEvent {
  label: string;
  /** Codes of the shipment's state before and after the correction. */
  states: { before: string | null; after: string | null };
}

interface ConfirmedMeasurement {
  id: number;
  orderId: number;
  label: string;
  weight: number | null;
}

interface PrintedLabels {
  labels: readonly string[];
  orderIds: readonly number[];
  format: string;
}

interface ProviderPrint {
  label: string;
  orderId: number;
  format: string;
  relabelled: boolean;
}

/** A search for a receiver, without the value: a keyed digest of the value recognises the same search again. */
interface ReceiverSearch {
  /** Which value was searched. */
  by: string;
  digest: string;
}

/** An item in a queue of the staff. */
interface QueueItem {
  queue: string;
  /** Name of the order, shipment or payment that waits. */
  name: string;
}

/** A note of the staff. `trackingId` is null for one about the client. */
interface StaffNote {
  id: number;
  clientId: number;
  trackingId: string | null;
}

/**
 * Facts about orders, shipments, labels, modifications, reschedules, uploads and receivers, and about the items and notes of those who
 * work on them.
 */
export const ORDER_FACTS = {
  // Orders

  /** The order of a call, or orders of a file, whose row in the audit trail is that of its upload. */
  'order.created': ({ orders, batchId }: CreatedOrders): Effects => ({
    audit: batchId === null ? { target: orders[0]?.trackingId, countedIn: 'none' } : undefined,
    changes: changed('order', orders.length === 1 ? orders[0]?.id : null),
  }),
  'order.cancelled': ({ trackingId }: { trackingId: string }): Effects => ({ audit: { target: trackingId } }),
  /** Orders that ended with a lost shipment left 'Con problema'. */
  'order.incident_closed': ({ orderIds }: { orderIds: readonly number[] }): Effects => ({
    changes: changed('order', orderIds),
  }),

  // Modifications

  'modification.requested': ({ orderId, trackingId, fields, state }: RequestedModification): Effects => ({
    audit: { target: trackingId, fields, details: { state } },
    changes: changed('order', orderId),
  }),
  'modification.decided': ({ id, orderId, trackingId, state }: DecidedRequest & { trackingId: string }): Effects => ({
    audit: { target: trackingId, details: { modification: id, state } },
    changes: changed('order', orderId),
  }),
  'modification.undone': ({ id, orderId, trackingId, state }: DecidedRequest & { trackingId: string }): Effects => ({
    audit: { target: trackingId, details: { modification: id, state } },
    changes: changed('order', orderId),
  }),

  // Shipments

  /** States of shipments changed: by events, by their sender, by a payment or by a correction. */
  'shipment.moved': ({ shipments }: { shipments: readonly MovedShipment[] }): Effects => ({
    changes: [
      ...changed('order', [...new Set(shipments.map(({ orderId }) => orderId))]),
      ...changed(
        'shipment',
        shipments.map(({ id }) => id),
      ),
    ],
  }),
  'shipment.cancelled': ({ label }: { label: string }): Effects => ({ audit: { target: label } }),
  'shipment.return_requested': ({ label }: { label: string }): Effects => ({ audit: { target: label } }),
  /** Events of a client's shipments, by a person of the staff. A call may record events of several clients, each in transactions of its own. */
  'shipment.events_recorded': ({
    labels,
    sent,
    recorded,
  }: RecordedEvents & { labels: readonly string[] }): Effects => ({
    audit: { target: labels.length === 1 ? labels[0] : null, details: { events: sent, recorded }, inParts: true },
  }),
  /**
   * A program recorded events, of which the shipments' histories name program and time. Equal calls of a minute are added up, because
   * scanners send each scan in a call of its own.
   */
  'shipment.events_recorded_by_program': ({ sent, recorded }: RecordedEvents): Effects => ({
    audit: { details: { events: sent, recorded }, inParts: true, countedIn: 'any' },
  }),
  'shipment.event_corrected': ({ label, states }: CorrectedEvent): Effects => ({
    audit: { target: label, details: states },
  }),
  /** The calendar changed the last promised days of some shipments. */
  'shipment.promise_moved': (): Effects => ({ changes: changed('order') }),
  'shipment.measurement_confirmed': ({ id, orderId, label, weight }: ConfirmedMeasurement): Effects => ({
    audit: { target: label, details: { weight } },
    changes: [...changed('order', orderId), ...changed('shipment', id)],
  }),
  /** The kinds of value that the provider searched, without the text: the audit trail contains no personal value. */
  'shipment.searched': ({ kinds, found }: { kinds: readonly string[]; found: number }): Effects => ({
    audit: { details: { kind: kinds, found } },
  }),

  // Labels

  'shipment.label_printed': ({ labels, orderIds, format }: PrintedLabels): Effects => ({
    audit: { target: labels.length === 1 ? labels[0] : null, details: { format, labels: labels.length } },
    changes: changed('order', orderIds.length === 1 ? orderIds[0] : null),
  }),
  /** A label that replaces an outdated one (`relabelled`) changes the order. */
  'shipment.label_printed_by_provider': ({ label, orderId, format, relabelled }: ProviderPrint): Effects => ({
    audit: { target: label, details: { format, relabelled } },
    changes: relabelled ? changed('order', orderId) : [],
  }),

  // Reschedules

  'reschedule.requested': ({ orderId, label, date }: { orderId: number; label: string; date: string }): Effects => ({
    audit: { target: label, details: { date } },
    changes: changed('order', orderId),
  }),
  'reschedule.decided': ({ id, orderId, label, state }: DecidedRequest & { label: string }): Effects => ({
    audit: { target: label, details: { reschedule: id, state } },
    changes: changed('order', orderId),
  }),
  'reschedule.undone': ({ id, orderId, label, state }: DecidedRequest & { label: string }): Effects => ({
    audit: { target: label, details: { reschedule: id, state } },
    changes: changed('order', orderId),
  }),

  // Uploads

  'batch.received': ({ id, orders }: { id: number; orders: number }): Effects => ({
    audit: { target: id, details: { orders } },
    changes: changed('batch', id),
  }),
  /** The next rows of a file were processed. */
  'batch.advanced': ({ id }: { id: number }): Effects => ({ changes: changed('batch', id) }),
  'batch.finished': ({ id }: { id: number }): Effects => ({
    changes: changed('batch', id),
    items: { sort: 'batch', ids: [id] },
  }),
  'batch.mapping_saved': (): Effects => ({ audit: {} }),

  // Receivers

  /** The provider read the contact of a shipment's receiver, and the change of it that waits for a decision. */
  'receiver.contact_read': ({ label, modificationId }: { label: string; modificationId: number | null }): Effects => ({
    audit: { target: label, ...(modificationId !== null && { details: { modification: modificationId } }) },
  }),
  /** The provider read the whole values of a modification. */
  'receiver.changes_read': ({
    trackingId,
    modificationId,
  }: {
    trackingId: string;
    modificationId: number;
  }): Effects => ({
    audit: { target: trackingId, details: { modification: modificationId } },
  }),
  'receiver.searched': ({ by, digest }: ReceiverSearch): Effects => ({ audit: { details: { by, digest } } }),
  'receiver.exported': ({ by, digest }: ReceiverSearch): Effects => ({ audit: { details: { by, digest } } }),
  'receiver.erasure_requested': ({ by, digest }: ReceiverSearch): Effects => ({ audit: { details: { by, digest } } }),
  /** The receiver is masked in the orders that ended. */
  'receiver.erased': (): Effects => ({ changes: changed('order') }),

  // Work of senders and staff

  'pending.snoozed': ({ subjectId, kind, until }: { subjectId: number; kind: string; until: string }): Effects => ({
    audit: { target: String(subjectId), details: { kind, until } },
    changes: changed('pending'),
  }),
  'pending.closed': ({ subjectId, kind }: { subjectId: number; kind: string }): Effects => ({
    audit: { target: String(subjectId), details: { kind } },
    changes: changed('pending'),
  }),
  'queue_item.assigned': ({ queue, name, staffId }: QueueItem & { staffId: number | null }): Effects => ({
    audit: { target: name, details: { queue, staff: staffId } },
  }),
  'queue_item.snoozed': ({ queue, name, until }: QueueItem & { until: string | null }): Effects => ({
    audit: { target: name, details: { queue, until } },
  }),
  /** Without the text, and with a row of no client, because a company reads its own rows. */
  'note.added': ({ id, clientId, trackingId }: StaffNote): Effects => ({
    audit: { clientId: null, target: trackingId ?? clientId, details: { client: clientId, note: id } },
  }),
  'note.deleted': ({ id, clientId, trackingId }: StaffNote): Effects => ({
    audit: { clientId: null, target: trackingId ?? clientId, details: { client: clientId, note: id } },
  }),
  /** A list was downloaded as a file. */
  'list.exported': (): Effects => ({ audit: {} }),
} satisfies Facts;
