import type { Trx } from '#server/db/connection.ts';
import { lockAndLoadOrder } from '#server/domain/order-flags.ts';
import { orderKey } from '#server/domain/resolve.ts';
import { Failure } from '#shared/http/failure.ts';
import type { OrderEdit } from '#shared/modifications.ts';
import { isCollected } from '#shared/rules/collection.ts';
import { type OrderFacts, orderActions } from '#shared/rules/order-actions.ts';
import { isShipmentStateCode } from '#shared/rules/shipment-states.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { storedPlace } from '#shared/rules/zip-province.ts';
import { type AddressPrice, priceAddress } from './address-price.ts';
import { type EditedReceiver, editedOrder } from './modification.store.ts';
import { changedPlace, isPlace } from './receiver.ts';

/** What a change of receiver and address would do to an order. */
export interface Plan {
  order: Awaited<ReturnType<typeof lockAndLoadOrder>>;
  before: EditedReceiver;
  after: EditedReceiver;
  /** Costs after the change are what the order then has: a price that is paid or collected never falls. */
  price: AddressPrice;
  /** True when the provider decides. */
  waits: boolean;
}

const PAY_FIRST = 'Cancelá primero el pago pendiente';

/**
 * Decides what a change of receiver and address does (readings C35, C49), with the order locked: it applies at once with
 * its price while nothing is collected or paid; a price that is paid or collected stays unless it rises; a dearer address
 * then waits for the provider, as everything does once a parcel is collected.
 *
 * @throws Failure 404 for what isn't the client's; 422 with the rule's reason, without a change, or with `errors` for an
 *   address that contradicts itself, isn't reached, or changes its postal code or province while a payment is open
 */
export async function planModification(trx: Trx, clientId: number, id: string, edit: OrderEdit): Promise<Plan> {
  const order = await lockAndLoadOrder(trx, clientId, orderKey(id));
  const { can_request_edit } = orderActions(order.facts);
  if (!can_request_edit.allowed) throw new Failure(422, can_request_edit.reason);
  const { receiver: before, codes } = await editedOrder(trx, clientId, order.id);
  const sent = completed(before, edit.receiver);
  const changed = changedKeys(before, sent);
  if (changed.length === 0) throw new Failure(422, 'No hay cambios para guardar');
  const place = await changedPlace(trx, before, sent);
  const after = place ? { ...sent, address_state: storedPlace({ state: sent.address_state }, place).state } : sent;
  if (place && order.facts.openMerchantOrder) {
    const moving = changed.filter((key) => key === 'address_zip_code' || key === 'address_state');
    throw new Failure(
      422,
      PAY_FIRST,
      moving.map((key) => ({ field: `receiver.${key}`, message: PAY_FIRST })),
    );
  }
  const price = await priceAddress(trx, clientId, order.id, { place, zip4: zip4Of(after) });
  const collected = isCollected(codes.map((code) => (code !== null && isShipmentStateCode(code) ? code : null)));
  if (!collected && !isPaid(order.facts)) return { order, before, after, price, waits: false };
  const risen = withoutFalls(price);
  return { order, before, after, price: risen, waits: collected || isDearer(risen) };
}

/** True once a payment of the order is confirmed. */
export const isPaid = ({ paid, approvedPayment }: OrderFacts) => paid || approvedPayment;

export const zip4Of = ({ address_zip_code }: EditedReceiver) => Number(parseZip(address_zip_code)?.digits);

/** The price with each shipment at least as dear as before. */
const withoutFalls = ({ moved, shipments }: AddressPrice): AddressPrice => ({
  moved,
  shipments: shipments.map((shipment) => ({ ...shipment, after: Math.max(shipment.before, shipment.after) })),
});

const isDearer = ({ shipments }: AddressPrice) => shipments.some(({ before, after }) => after > before);

const changedKeys = (before: EditedReceiver, after: EditedReceiver) =>
  (Object.keys(after) as (keyof EditedReceiver)[]).filter((key) => before[key] !== after[key]);

/** Coordinates that aren't sent stay while the place does, and are wrong once it changes. */
function completed(before: EditedReceiver, sent: EditedReceiver): EditedReceiver {
  const { address_longitude, address_latitude } = sent;
  if (address_longitude !== null && address_latitude !== null) return sent;
  const moved = changedKeys(before, sent).some(isPlace);
  const kept = moved ? { address_longitude: null, address_latitude: null } : before;
  return { ...sent, address_longitude: kept.address_longitude, address_latitude: kept.address_latitude };
}
