import type { FulfillmentStatus } from './fulfillment-timeline.ts';
import type { ShipmentStateCode } from './shipment-states.ts';

/**
 * Where the goods of a shipment are for the warehouse: not ordered yet, because nobody has paid (`unpaid`), on its
 * shelves (`here`), packed or gone on their way (`left`), or back on the shelves because nobody wants them any more (`off`).
 */
export type GoodsLocation = 'unpaid' | 'in_warehouse' | 'dispatched' | 'released';

const PLACES: Partial<Record<ShipmentStateCode, GoodsLocation>> = {
  pendiente_pago: 'unpaid',
  registrado: 'in_warehouse',
  en_preparacion: 'in_warehouse',
  // Both may befall what nobody has packed yet; what was packed is known to be.
  demorado: 'in_warehouse',
  en_revision: 'in_warehouse',
  cancelado: 'released',
  expirado: 'released',
};

/** The place of a shipment's goods by its state; a state that we don't know (null) moves nothing. */
export function goodsLocation(state: ShipmentStateCode | null): GoodsLocation {
  return state === null ? 'in_warehouse' : (PLACES[state] ?? 'dispatched');
}

/**
 * How a fulfillment order stands by the shipments of its order (readings C39); null while there is none. What is prepared
 * (`before`) stays so, wherever its parcels are, until nobody wants any of it.
 */
export function deriveFulfillmentStatus(
  places: readonly GoodsLocation[],
  before: FulfillmentStatus | null,
): FulfillmentStatus | null {
  const wanted = places.filter((place) => place !== 'released');
  // Whoever cancels before paying has ordered nothing of the warehouse.
  if (wanted.length === 0) return before === null ? null : 'Cancelado';
  if (wanted.includes('unpaid')) return null;
  return before === 'Preparado' || wanted.every((place) => place === 'dispatched') ? 'Preparado' : 'Registrado';
}
