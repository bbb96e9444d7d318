import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { FulfillmentStatus } from './fulfillment-timeline.ts';

/**
 * Location of a shipment's goods for the warehouse: not requested because the order isn't paid (`unpaid`), in stock
 * (`in_warehouse`), packed or sent (`dispatched`), or back in stock because the order was cancelled (`released`).
 */
export type GoodsLocation = 'unpaid' | 'in_warehouse' | 'dispatched' | 'released';

const LOCATIONS: Partial<Record<ShipmentStateCode, GoodsLocation>> = {
  pendiente_pago: 'unpaid',
  registrado: 'in_warehouse',
  en_preparacion: 'in_warehouse',
  // Both states may follow an unpacked state; packed goods are recorded as packed before.
  demorado: 'in_warehouse',
  en_revision: 'in_warehouse',
  cancelado: 'released',
  expirado: 'released',
};

/** Returns the location of a shipment's goods by its state; an unknown state (null) leaves them in the warehouse. */
export function goodsLocation(state: ShipmentStateCode | null): GoodsLocation {
  return state === null ? 'in_warehouse' : (LOCATIONS[state] ?? 'dispatched');
}

/**
 * Derives the status of a fulfillment order from the shipments of its order (readings C39); null before there is a
 * fulfillment order. A prepared order (`before`) stays prepared wherever its shipments are, until all of it is cancelled.
 */
export function deriveFulfillmentStatus(
  locations: readonly GoodsLocation[],
  before: FulfillmentStatus | null,
): FulfillmentStatus | null {
  const wanted = locations.filter((location) => location !== 'released');
  // An order that is cancelled before its payment was never requested from the warehouse.
  if (wanted.length === 0) return before === null ? null : 'Cancelado';
  if (wanted.includes('unpaid')) return null;
  return before === 'Preparado' || wanted.every((location) => location === 'dispatched') ? 'Preparado' : 'Registrado';
}
