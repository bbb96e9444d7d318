import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { documentField, newOrder, orderItem, receiverFields, shipmentFields } from '#shared/orders/new-order.ts';
import { packageSides } from '#shared/orders/product/package-sides.ts';
import { strictDocumentError } from '#shared/orders/rules/place/document.ts';
import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';
import type { OrderKind } from './order-kind.ts';
import type { ItemValues, OrderValues, ShipmentValues } from './order-values.ts';
import { choosesPoint } from './receiver/chooses-point.ts';
import { type Products, sumsAreComplete, sumsOfItems } from './shipments/item-sums.ts';

const { delivery_mode, order_id, sender_name, receiver } = newOrder.shape;

/**
 * The contract allows an item without product only for the placeholder. Here a missing product becomes product 0, which
 * the contract rejects.
 */
const item = z.object({ product_id: orderItem.shape.product_id, quantity: orderItem.shape.quantity });
const pickedItem = z.pipe(
  z.transform(
    ({ product_id, quantity }: ItemValues): z.input<typeof item> => ({
      product_id: product_id || '0',
      quantity: normalizeNumber(quantity),
    }),
  ),
  item,
);

/** Returns the schema of a shipment, with the messages of the screen (readings C45). */
const shipmentOf = ({ stop }: OrderKind) =>
  z.object({ items: z.array(pickedItem), ...shipmentFields, ...packageSides(stop) });

/**
 * Returns the declared values of a shipment: with items the sums, otherwise the typed values. While an item is
 * incomplete, the sums pass as 1: the error belongs to the item.
 */
function declaredValues(typed: ShipmentValues, products: Products): z.input<ReturnType<typeof shipmentOf>> {
  const sums = sumsOfItems(typed.items, products);
  const known = sumsAreComplete(typed.items, products);
  const measures = typed.items.length > 0 && {
    weight: known ? String(sums.weight) : '1',
    // The API takes whole pesos; the gateway sums the products itself (readings S18).
    items_value: known ? String(Math.round(sums.value)) : '1',
  };
  return {
    items: typed.items,
    length: normalizeNumber(typed.length),
    width: normalizeNumber(typed.width),
    height: normalizeNumber(typed.height),
    weight: normalizeNumber(typed.weight),
    items_value: normalizeNumber(typed.items_value),
    ...measures,
  };
}

const documentWithoutCuit = z.superRefine<string>((document, context) => {
  const message = strictDocumentError(document);
  if (message) context.addIssue(message);
});

/** Returns the schema of the receiver's document, with the limits of the screen. */
function documentOf({ documentRequired }: OrderKind, cuits: boolean) {
  const document = documentRequired ? documentField : receiver.shape.document;
  return cuits ? document : document.check(documentWithoutCuit);
}

/**
 * Returns the schema of the form: the rules of the contract (D1 §5), in the order of the page.
 *
 * @param products returns the current products that items may contain
 * @param cuits whether the receiver's document may be a CUIT, for which D1 §5 has no room
 * @param points whether the sender chooses the pickup point of delivery mode 2, which then replaces the address
 */
export function orderSchema(products: () => Products, kind: OrderKind, { cuits = true, points = false } = {}) {
  const typedShipment = z.pipe(
    z.transform((typed: ShipmentValues) => declaredValues(typed, products())),
    shipmentOf(kind),
  );
  const parsedOrder = z.object({
    delivery_mode,
    order_id,
    sender_name,
    pickup_point_code: z.optional(text({ required: 'Elegí un punto de retiro' })),
    receiver: z.object({
      address: z.nullable(receiver.shape.address),
      other_info: z.optional(receiver.shape.address.shape.other_info),
      first_name: receiverFields.first_name,
      last_name: receiverFields.last_name,
      document: documentOf(kind, cuits),
      receiver_name: receiverFields.receiver_name,
      email: receiverFields.email,
      receiver_phone: receiverFields.receiver_phone,
    }),
    shipments: z.array(typedShipment),
  });
  return z.pipe(
    z.transform(
      ({ pickup_point_code, ...typed }: OrderValues): z.input<typeof parsedOrder> =>
        choosesPoint(typed.delivery_mode, points)
          ? { ...typed, pickup_point_code: pickup_point_code ?? '', receiver: atPoint(typed.receiver) }
          : typed,
    ),
    parsedOrder,
  );
}

/** Returns the receiver of an order to a chosen point: of the address only the observations remain. */
const atPoint = ({ address, ...receiver }: OrderValues['receiver']) => ({
  ...receiver,
  address: null,
  other_info: address.other_info,
});

export type OrderSchema = ReturnType<typeof orderSchema>;
export type ParsedOrder = z.output<OrderSchema>;

/** Returns the invalid fields of the typed values in order, each once. */
export function wrongFields(schema: OrderSchema, values: unknown): string[] {
  const issues = z.safeParse(schema, values).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => path.join('.')))];
}
