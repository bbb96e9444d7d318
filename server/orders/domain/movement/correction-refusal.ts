import { isCollected } from '#shared/orders/rules/parcel/collection.ts';
import type { ShipmentHistoryEntry } from '#shared/orders/rules/parcel/event-position.ts';
import { shipmentState } from '#shared/orders/rules/parcel/shipment-states.ts';
import { goodsLocation } from '#shared/warehouse/rules/fulfillment-status.ts';
import type { OrderSince } from './event-corrections.store.ts';

type History = readonly ShipmentHistoryEntry[];

/** A correction's effect: the histories without superseded entries, before and after it. */
export interface CorrectionEffect {
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
export function correctionRefusal({ before, after, warehoused, since }: CorrectionEffect): string | null {
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
