import { paymentCaseOpen } from '#server/money/domain/payment-case.ts';
import { INCIDENT_STATES, MOVING_STATES, type Queue, RETURN_STATES } from '#shared/orders/rules/queues.ts';

/** SQL of a queue's subjects as `t`, for the role `provider`. */
export interface QueueSource {
  /** Table of the subjects. */
  from: string;
  /** Id of the subject. */
  id: string;
  /** Beginning of the cause. */
  since: string;
  /** Column of the index that has the order of `since`. */
  order: string;
  /** Condition of a subject that waits. */
  waits: string;
  /** Condition of a cause that began at or before a time. */
  sinceBefore(moment: string): string;
}

const list = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ');

/** A queue whose causes begin at a time that the table stores. */
const stored = (from: string, since: string, waits: string): QueueSource => ({
  from,
  id: 't.id',
  since: `t.${since}`,
  order: `t.${since}`,
  waits,
  sinceBefore: (moment) => `t.${since} <= ${moment}`,
});

const inStates = (codes: readonly string[]) => stored('shipments', 'state_at', `t.state_code IN (${list(codes)})`);

/** Clients with an activated user whose registration waits, with the time of the first activation. */
const REGISTRATIONS = `(SELECT c.client_id, c.client_id AS id, u.activated_at FROM clients c CROSS JOIN LATERAL (
    SELECT min(u.activated_at) AS activated_at FROM users u WHERE u.client_id = c.client_id AND u.removed_at IS NULL
  ) u WHERE c.approved_at IS NULL AND c.rejected_at IS NULL AND c.blocked_at IS NULL)`;

/** Subjects of each queue. */
export const SOURCES: Record<Queue, QueueSource> = {
  approvals: stored(REGISTRATIONS, 'activated_at', 't.activated_at IS NOT NULL'),
  modifications: stored('modification_requests', 'requested_at', `t.state = 'Pendiente'`),
  reschedules: stored('reschedule_requests', 'requested_at', `t.state = 'Pendiente'`),
  returns: inStates(RETURN_STATES),
  incidents: inStates(INCIDENT_STATES),
  silent: inStates(MOVING_STATES),
  overdue: {
    from: 'shipments',
    id: 't.id',
    // The promised day is over at the next midnight.
    since: `((t.due_on + 1)::timestamp AT TIME ZONE INTERVAL '-03:00')`,
    order: 't.due_on',
    waits: 't.due_on IS NOT NULL',
    sinceBefore: (moment) => `t.due_on < local_day(${moment})`,
  },
  measurements: stored(
    'shipments',
    'measured_doubt_at',
    `t.measured_doubt_at IS NOT NULL AND t.state_code IS DISTINCT FROM 'cancelado'`,
  ),
  payments: stored('merchant_orders', 'attention_at', paymentCaseOpen('t')),
  preparation: stored('fulfillment_orders', 'created_at', `t.status = 'Registrado'`),
};
