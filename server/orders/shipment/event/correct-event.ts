import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { lockOrders } from '#server/orders/domain/flags/order-flags.ts';
import {
  type CorrectableEntry,
  type CorrectableShipment,
  clearDerivedColumns,
  findCorrectableShipment,
  insertCorrection,
  type OrderSince,
  readOrderSince,
} from '#server/orders/domain/movement/event-corrections.store.ts';
import { historyColumns } from '#server/orders/domain/movement/history-columns.ts';
import { writeMovements } from '#server/orders/domain/movement/move-shipments.store.ts';
import { settleMovements } from '#server/orders/domain/movement/move-shipments.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { usesWarehouse } from '#server/warehouse/domain/sync-fulfillment.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { directionOf } from '#shared/orders/rules/delivery-modes.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import type { EventActor } from '#shared/orders/rules/shipment/event-actors.ts';
import {
  clampToCreation,
  findEventPosition,
  gapRefusal,
  type ShipmentHistoryEntry,
} from '#shared/orders/rules/shipment/event-position.ts';
import { type Measurement, sameMeasured } from '#shared/orders/rules/shipment/measurement.ts';
import { type ShipmentStateCode, shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { goodsLocation } from '#shared/warehouse/rules/fulfillment-status.ts';

/** A correction of one of the provider's events. */
export interface EventCorrection {
  orderId: number;
  label: string;
  /** `event_id` of the wrong event. */
  wrong: string;
  /** `event_id` of the correction: its idempotency key. */
  eventId: string;
  /** The right state; null restores the state before the wrong event. */
  state: { code: ShipmentStateCode | null; text: string } | null;
  /** Time of the event; null keeps the wrong event's time. */
  at: Date | null;
  /** Reason of a failure, for the sender. */
  reason: string | null;
  /** The provider's measurement; null for an event without one. */
  measured: Measurement | null;
  /** Why the event is corrected, for the provider. */
  why: string;
  /** Who corrects it. */
  by: EventActor & { name: string };
}

type History = readonly ShipmentHistoryEntry[];

/** A correction's effect: the histories without superseded entries, before and after it. */
interface CorrectionEffect {
  before: History;
  after: History;
  /** Whether the warehouse prepares the order. */
  warehoused: boolean;
  /** What happened to the order since the wrong event. */
  since: OrderSince;
}

/**
 * Returns why an event can't be corrected any more: stock or money followed from it, or the order changed in a way that the event
 * decided (readings C57). Null if it can be.
 */
function correctionRefusal({ before, after, warehoused, since }: CorrectionEffect): string | null {
  // Reasons are free text, which the masking has deleted from this order for good.
  if (since.masked) return 'No se puede corregir: los datos del destinatario ya se borraron';
  const reopens = isFinal(before.at(-1)) && !isFinal(after.at(-1));
  const uncancels = before.at(-1)?.code === 'cancelado' && after.at(-1)?.code !== 'cancelado';
  if (warehoused && stockMove(before) !== null && stockMove(before) !== stockMove(after)) {
    return 'No se puede corregir: ese evento movió unidades del stock del cliente';
  }
  if (since.restocked && after.at(-1)?.code !== 'devuelto') {
    return 'No se puede corregir: las unidades del envío volvieron al stock';
  }
  if ((reopens || uncancels) && since.payment_changed) {
    return 'No se puede corregir: después de ese evento cambió un pago de la orden';
  }
  if ((reopens || collected(before) !== collected(after)) && since.repriced) {
    return 'No se puede corregir: después de ese evento se ajustó el precio de la orden';
  }
  if (reopens && since.moved) return 'No se puede corregir: después de ese evento cambió el destino de la orden';
  if (uncancels && since.number_taken !== null) {
    return `No se puede corregir: otra orden ya usa el número ${since.number_taken}`;
  }
  return null;
}

function isFinal(entry: ShipmentHistoryEntry | undefined): boolean {
  return entry?.code != null && shipmentState(entry.code).final;
}

const collected = (history: History) => isCollected(history.map(({ code }) => code));

/** Returns what a history does to the stock: returns units to it, takes units from it, or nothing. */
function stockMove(history: History): 'released' | 'dispatched' | null {
  const locations = history.map(({ code }) => goodsLocation(code));
  return (['released', 'dispatched'] as const).find((location) => locations.includes(location)) ?? null;
}

/** Result of a correction. */
interface AppliedCorrection {
  /** Codes of the shipment's states. */
  states: { before: string | null; after: string | null };
  /** Whether the measurement of the correction waits for a person. */
  doubtful: boolean;
}

/**
 * Supersedes a wrong event by another one (readings C57), and updates everything that depends on the shipment's state
 * in the same transaction, as `moveShipments` does. Both events stay in the history. Of two concurrent corrections the
 * first wins.
 *
 * @returns null if this correction was recorded before
 * @throws Failure 404 without such an event, 409 if the event is corrected already, 422 with the reason of a refusal
 */
export async function correctEvent(
  deps: Deps,
  trx: Trx,
  clientId: number,
  correction: EventCorrection,
): Promise<AppliedCorrection | null> {
  const now = deps.clock();
  const { orderId, eventId } = correction;
  await lockOrders(trx, clientId, [orderId]);
  const shipment = await findCorrectableShipment(trx, clientId, correction.label);
  if (!shipment) throw new Failure(404, messages.notFound);
  const wrong = shipment.history.find(({ event_id }) => event_id === correction.wrong);
  if (!wrong) throw new Failure(404, NOT_AN_EVENT);
  if (shipment.history.some(({ event_id }) => event_id === eventId)) {
    if (isRepeated(shipment, wrong, correction)) return null;
    throw new Failure(409, 'Ese event_id ya se usó para otro evento');
  }
  if (wrong.corrected_by !== null) throw new Failure(409, `Ese evento ya lo corrigió ${wrong.corrected_by}`);
  const before = shipment.history.filter(({ corrected_by }) => corrected_by === null);
  const { after, entry } = supersede(shipment, before, wrong, correction, now);
  const warehoused = usesWarehouse(shipment);
  const since = await readOrderSince(trx, clientId, { orderId, shipmentId: shipment.id, eventId: wrong.id });
  const refusal = correctionRefusal({ before, after, warehoused, since });
  if (refusal !== null) throw new Failure(422, refusal);

  if (warehoused) lockClient(trx, clientId);
  const { reason, measured, why, by } = correction;
  const { at, text, code } = entry;
  const row = { shipment_id: shipment.id, nth: 0, at: new Date(at), state: text, state_code: code };
  const moved = [{ id: shipment.id, order_pk: orderId, ...historyColumns(after) }];
  clearDerivedColumns(trx, clientId, { shipmentId: shipment.id, orderId });
  writeMovements(
    trx,
    clientId,
    [{ ...row, reason, measured, event_id: eventId, actor_kind: by.kind, actor_name: by.name }],
    moved,
    now,
  );
  insertCorrection(trx, clientId, {
    shipmentId: shipment.id,
    wrongId: wrong.id,
    eventId,
    by: by.name,
    reason: why,
    now,
  });
  const settled = {
    moved,
    unpromised: moved,
    warehoused: new Set(warehoused ? [orderId] : []),
    resulting: [shipment.id],
    measured: measured || wrong.measured ? [shipment.id] : [],
  };
  const calendar = await readCalendar(trx);
  const doubtful = await settleMovements(deps, trx, clientId, settled, { now, calendar });
  const states = { before: before.at(-1)?.code ?? null, after: after.at(-1)?.code ?? null };
  return { states, doubtful: measured !== null && doubtful.has(shipment.id) };
}

const NOT_AN_EVENT = 'El envío no tiene ese evento. Sólo se corrigen los que informó el proveedor';

/** Whether a correction with a known `event_id` is the one that was recorded. */
function isRepeated(
  { history, created_at }: CorrectableShipment,
  wrong: CorrectableEntry,
  correction: EventCorrection,
): boolean {
  const known = history.find(({ event_id }) => event_id === correction.eventId);
  if (known?.supersedes !== wrong.id) return false;
  const { state, at, reason, measured, why } = correction;
  const sameState = state === null || (state.code === null ? known.text === state.text : known.code === state.code);
  const correctedAt = clampToCreation(at?.getTime() ?? wrong.at, created_at.getTime());
  const sameWhy = known.correction_reason === null || known.correction_reason === why;
  const sameContent = known.reason === reason && sameMeasured(known.measured, measured);
  return sameState && sameWhy && sameContent && known.at === correctedAt;
}

/**
 * Returns the history without the wrong event and with the correction's entry.
 *
 * @param before the history without superseded entries
 * @throws Failure 422 if the entry doesn't fit, or changes nothing
 */
function supersede(
  { delivery_mode, created_at }: CorrectableShipment,
  before: readonly CorrectableEntry[],
  wrong: CorrectableEntry,
  { state, at: givenAt, reason, measured }: EventCorrection,
  now: Date,
): { after: ShipmentHistoryEntry[]; entry: ShipmentHistoryEntry } {
  const after: ShipmentHistoryEntry[] = before.filter((entry) => entry !== wrong);
  const at = clampToCreation(givenAt?.getTime() ?? wrong.at, created_at.getTime());
  const restored = after.findLast((entry) => entry.at <= at);
  const right = state ?? restored;
  if (!right) throw new Failure(422, 'Antes de ese evento no hay ningún estado: indicá el correcto');
  const entry = { at, code: right.code, text: right.text };
  const sameContent = reason === wrong.reason && sameMeasured(measured, wrong.measured);
  if (state && at === wrong.at && state.code === wrong.code && state.text === wrong.text && sameContent) {
    throw new Failure(422, 'La corrección es igual al evento');
  }
  const direction = directionOf(delivery_mode);
  const placement = findEventPosition(after, entry, {
    direction,
    by: state ? 'correction' : 'restoration',
    createdAt: created_at.getTime(),
    now: now.getTime(),
  });
  if ('refused' in placement) throw new Failure(422, placement.refused);
  const left = before.indexOf(wrong);
  // A correction at another time can leave the wrong event's neighbours beside each other.
  const refused = placement.index === left ? null : gapRefusal(after[left - 1], after[left], direction);
  if (refused !== null) throw new Failure(422, refused);
  after.splice(placement.index, 0, entry);
  return { after, entry };
}
