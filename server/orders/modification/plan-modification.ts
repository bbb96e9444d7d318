import type { Trx } from '#server/db/connection.ts';
import { changedFields } from '#server/events/changed-fields.ts';
import { lockAndLoadOrder } from '#server/orders/domain/flags/order-flags.ts';
import { parseOrderKey } from '#server/orders/domain/row-keys.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { singleBlanks, usualBlanks } from '#shared/kit/text/blanks.ts';
import { plainEmail } from '#shared/kit/text/email.ts';
import type { OrderEdit } from '#shared/orders/modifications.ts';
import { type OrderFacts, orderActions } from '#shared/orders/rules/order-actions.ts';
import { plainFloor, withoutZeros } from '#shared/orders/rules/place/address-unit.ts';
import { plainPhone } from '#shared/orders/rules/place/phone.ts';
import { parseZip, plainZip } from '#shared/orders/rules/place/zip.ts';
import { provinceColumns, type ResolvedProvince } from '#shared/orders/rules/place/zip-province.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import { isShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { type AddressPrice, priceAddress } from './address-price.ts';
import { type ChosenDestination, findChosenPoint, receiverAt, refusedPoint } from './chosen-point.ts';
import { type EditedReceiver, editedOrder, type RequestedReceiver } from './modification.store.ts';
import { isAddressKey, isLocationKey, resolveChangedLocation } from './receiver-location.ts';

/** The effect of a change of receiver and address on an order. */
export interface ModificationPlan {
  order: Awaited<ReturnType<typeof lockAndLoadOrder>>;
  before: RequestedReceiver;
  after: RequestedReceiver;
  /** Costs after the change. A paid or collected order's price never decreases. */
  price: AddressPrice;
  /** Whether the change waits for the provider's decision. */
  needsApproval: boolean;
}

const PAY_FIRST = 'Cancelá primero el pago pendiente';

/**
 * Locks an order and determines the effect of a change of receiver and address (readings C35, C49). While nothing is
 * collected or paid, the change and its price apply at once. The price of a paid or collected order never decreases. A
 * price increase of a paid order, and any change of a collected one, wait for the provider.
 *
 * An order to a chosen pickup point may go to another one. If its address is edited instead, the nearest point to that address is
 * assigned.
 *
 * @throws Failure 404 for another client's order; 422 with the reason if the order can't be edited or nothing changes;
 *   422 with `errors` for a province that doesn't match the postal code or has no tariff zone, for a pickup point that can't be
 *   chosen, and for a new postal code, province or point while a payment is open
 */
export async function planModification(
  trx: Trx,
  clientId: number,
  id: string,
  edit: OrderEdit,
): Promise<ModificationPlan> {
  const order = await lockAndLoadOrder(trx, clientId, parseOrderKey(id));
  const { can_request_edit } = orderActions(order.facts);
  if (!can_request_edit.allowed) throw new Failure(422, can_request_edit.reason);
  const { receiver, mode, chosenCode, codes } = await editedOrder(trx, clientId, order.id);
  const code = edit.pickup_point_code.toUpperCase();
  const chosen = code === chosenCode ? null : await findChosenPoint(trx, mode, code);
  const sent = sentReceiver(receiver, edit, { chosen, chosenCode, keepsPoint: code !== '' && code === chosenCode });
  const before = chosenCode || chosen ? { ...receiver, pickup_point_code: chosenCode } : receiver;
  const changed = changedFields(before, sent);
  if (changed.length === 0) throw new Failure(422, 'No hay cambios para guardar');
  const place = chosen?.place ?? (await resolveChangedLocation(trx, before, sent));
  const after = place ? storedPlace(sent, place) : sent;
  if (place && order.facts.openMerchantOrder) throw chosen ? refusedPoint(PAY_FIRST) : refusedMove(changed);
  const price = await priceAddress(trx, clientId, order.id, {
    place,
    zip4: zip4Of(after),
    point: chosen?.point ?? null,
  });
  const collected = isCollected(codes.map((code) => (code !== null && isShipmentStateCode(code) ? code : null)));
  if (!collected && !isPaid(order.facts)) return { order, before, after, price, needsApproval: false };
  const priceWithoutDecreases = withoutDecreases(price);
  return {
    order,
    before,
    after,
    price: priceWithoutDecreases,
    needsApproval: collected || isMoreExpensive(priceWithoutDecreases),
  };
}

/** How the contract changes the spelling of a field; the other texts have single blanks. */
const SPELLINGS: Partial<Record<keyof EditedReceiver, (stored: string) => string>> = {
  receiver_phone: (stored) => plainPhone(singleBlanks(stored)),
  email: plainEmail,
  address_street_number: (stored) => withoutZeros(singleBlanks(stored)),
  address_floor: (stored) => plainFloor(singleBlanks(stored)),
  address_apartment: (stored) => withoutZeros(singleBlanks(stored)),
  address_zip_code: plainZip,
  address_other_info: usualBlanks,
};

/**
 * Returns an edited receiver with the stored spelling of each field that differs only in spelling. Older orders may
 * have double blanks or a CPA in small letters. A field that the sender didn't touch must not become a change, which
 * may need a decision or a new label.
 */
function inStoredSpelling(before: EditedReceiver, sent: EditedReceiver): EditedReceiver {
  const kept = (Object.keys(sent) as (keyof EditedReceiver)[]).filter((key) => {
    const stored = before[key];
    return typeof stored === 'string' && (SPELLINGS[key] ?? singleBlanks)(stored) === sent[key];
  });
  return { ...sent, ...Object.fromEntries(kept.map((key) => [key, before[key]])) };
}

/**
 * Returns the receiver that an edit asks for: at a chosen pickup point with its address, else as sent. An edited address replaces a
 * chosen point; an unchanged one keeps it.
 */
function sentReceiver(
  before: EditedReceiver,
  { receiver }: OrderEdit,
  { chosen, keepsPoint, chosenCode }: { chosen: ChosenDestination | null; keepsPoint: boolean; chosenCode: string },
): RequestedReceiver {
  if (chosen) return { ...receiverAt(chosen, receiver), pickup_point_code: chosen.point.code };
  const person = Object.fromEntries(Object.entries(receiver).filter(([key]) => !isAddressKey(key)));
  if (keepsPoint) return { ...before, ...person, pickup_point_code: chosenCode };
  const sent = withCoordinates(before, inStoredSpelling(before, receiver));
  if (chosenCode === '') return sent;
  const isMoved = changedFields(before, sent).some(isAddressKey);
  return { ...sent, pickup_point_code: isMoved ? '' : chosenCode };
}

/** Returns the receiver with province and postal code as the order stores them. */
function storedPlace(receiver: RequestedReceiver, place: ResolvedProvince): RequestedReceiver {
  const { state, zip_code } = provinceColumns({ state: receiver.address_state }, place);
  return { ...receiver, address_state: state, address_zip_code: zip_code };
}

/** Returns the Failure of a new postal code or province while a payment is open. */
function refusedMove(changed: readonly string[]): Failure {
  const moving = changed.filter((key) => key === 'address_zip_code' || key === 'address_state');
  return new Failure(
    422,
    PAY_FIRST,
    moving.map((key) => ({ field: `receiver.${key}`, message: PAY_FIRST })),
  );
}

/** Whether a payment of the order is confirmed. */
export const isPaid = ({ paid, approvedPayment }: OrderFacts) => paid || approvedPayment;

export const zip4Of = ({ address_zip_code }: EditedReceiver) => Number(parseZip(address_zip_code)?.digits);

/** Returns the price with each shipment costing at least as much as before. */
const withoutDecreases = ({ destination, shipments }: AddressPrice): AddressPrice => ({
  destination,
  shipments: shipments.map((shipment) => ({ ...shipment, after: Math.max(shipment.before, shipment.after) })),
});

const isMoreExpensive = ({ shipments }: AddressPrice) => shipments.some(({ before, after }) => after > before);

/** Completes missing coordinates: keeps the stored ones if the location doesn't change, else clears them. */
function withCoordinates(before: EditedReceiver, sent: EditedReceiver): EditedReceiver {
  const { address_longitude, address_latitude } = sent;
  if (address_longitude !== null && address_latitude !== null) return sent;
  const locationChanged = changedFields(before, sent).some(isLocationKey);
  const kept = locationChanged ? { address_longitude: null, address_latitude: null } : before;
  return { ...sent, address_longitude: kept.address_longitude, address_latitude: kept.address_latitude };
}
