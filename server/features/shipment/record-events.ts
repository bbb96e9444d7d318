import * as z from 'zod/mini';
import type { Deps } from '#server/domain/deps.ts';
import { type Movement, moveShipments, type Outcome, UNKNOWN_SHIPMENT } from '#server/domain/move-shipments.ts';
import { findOrderOwners, type OrderOwner } from '#server/domain/order-owners.store.ts';
import { forEachConcurrently } from '#server/platform/for-each-concurrently.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import * as calls from '#shared/ops/events.ts';
import { parseShipmentState } from '#shared/rules/shipment-states.ts';
import { labelOf, parseLabel } from '#shared/rules/tracking-id.ts';

/** Events of one client that are committed together: some three rows each, so that no lock is held for long. */
const CHUNK = 500;

/** Times that a chunk is tried when it meets somebody else's work. */
const RETRY_LIMIT = 3;

/** No lock was to be had in time; an event_id was used by somebody else just now. */
const RETRYABLE_CODES: ReadonlySet<unknown> = new Set(['55P03', '23505']);

/** A movement, and the place of its event in the call. */
type IndexedMovement = [index: number, movement: Movement];

/**
 * Takes down what happened to parcels of any clients. Each event is taken or refused by itself. What is taken is committed
 * in chunks, client by client: after a failure halfway the whole call may be sent again, because what is known already is
 * answered `repeated`.
 *
 * @param items what was sent as events, yet to be parsed one by one
 */
export async function recordEvents(deps: Deps, items: readonly unknown[]): Promise<ReplyOf<typeof calls.recordEvents>> {
  const parsed = items.map((item) => z.safeParse(calls.shipmentEvent, item));
  const outcomes = parsed.map(
    ({ error }): Outcome => ({
      result: 'refused',
      reason: error ? error.issues.map(({ message }) => message).join('. ') : UNKNOWN_SHIPMENT,
    }),
  );
  const clients = await groupByClient(
    deps,
    parsed.map(({ data }) => data),
  );
  await forEachConcurrently([...clients], new AbortController().signal, async ([clientId, movements]) => {
    for (let first = 0; first < movements.length; first += CHUNK) {
      const chunk = movements.slice(first, first + CHUNK);
      const committed = await commitWithRetry(
        deps,
        clientId,
        chunk.map(([, movement]) => movement),
      );
      for (const [nth, [index]] of chunk.entries()) outcomes[index] = committed[nth] as Outcome;
    }
  });
  const count = (wanted: Outcome['result']) => outcomes.filter(({ result }) => result === wanted).length;
  return {
    recorded: count('recorded'),
    repeated: count('repeated'),
    refused: count('refused'),
    results: items.map((item, index) => ({ ...sent(item), reason: null, ...(outcomes[index] as Outcome) })),
  };
}

/** What the clients' shipments went through, an order's movements together and in their time. Unknown labels are left out. */
async function groupByClient(
  deps: Deps,
  events: readonly (calls.ShipmentEvent | undefined)[],
): Promise<Map<number, IndexedMovement[]>> {
  const labels = events.map((event) => (event ? parseLabel(event.shipment_id) : null));
  const owners = await findOrderOwners(deps.db, [...new Set(labels.flatMap((label) => label?.trackingId ?? []))]);
  const clients = new Map<number, IndexedMovement[]>();
  for (const [index, event] of events.entries()) {
    const label = labels[index];
    const owner = label && owners.get(label.trackingId);
    if (!event || !owner) continue;
    const movements = clients.get(owner.clientId) ?? [];
    movements.push([index, movementOf(event, labelOf(label.trackingId, label.n), owner)]);
    clients.set(owner.clientId, movements);
  }
  for (const movements of clients.values()) {
    movements.sort(([, a], [, b]) => a.orderId - b.orderId || Number(a.at) - Number(b.at));
  }
  return clients;
}

function movementOf(
  { event_id, state, at, reason }: calls.ShipmentEvent,
  label: string,
  { orderId }: OrderOwner,
): Movement {
  return {
    orderId,
    label,
    state: parseShipmentState(state),
    at,
    reason: reason || null,
    eventId: event_id,
    by: 'provider',
  };
}

async function commitWithRetry(deps: Deps, clientId: number, movements: readonly Movement[]): Promise<Outcome[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await deps.db.withClient(clientId, (trx) => moveShipments(deps, trx, clientId, movements));
    } catch (error) {
      if (tries === RETRY_LIMIT || !RETRYABLE_CODES.has((error as { code?: unknown }).code)) throw error;
    }
  }
}

/** The names that an event was sent with, for its sender to know it by. */
function sent(item: unknown): { event_id: string | null; shipment_id: string | null } {
  const { event_id, shipment_id } = (item ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { event_id: text(event_id), shipment_id: text(shipment_id) };
}
