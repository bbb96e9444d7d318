import * as z from 'zod/mini';
import { allReasons, remainingErrors } from '#shared/bulk/cells/cell-reasons.ts';
import { artifactErrors } from '#shared/bulk/doubts/artifact-errors.ts';
import { contactDoubts, emailReason, phoneReason } from '#shared/bulk/doubts/contact-doubts.ts';
import { unknownSkuReason } from '#shared/bulk/doubts/similar-sku.ts';
import { streetDoubts } from '#shared/bulk/doubts/street-doubts.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkCells, BulkColumn } from '#shared/bulk/layout/columns.ts';
import { serialDoubts } from '#shared/bulk/layout/date-serial.ts';
import type { FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { losesLetters } from '#shared/kit/text/unprintable.ts';
import { MAX_ITEMS, MAX_SHIPMENTS, type NewOrder, newOrder } from '#shared/orders/new-order.ts';
import { orderDoubts } from '#shared/orders/order-doubts.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { DELIVERY_MODES, deliveryModeId, isFulfillmentMode } from '#shared/orders/rules/delivery-modes.ts';
import type { Province } from '#shared/orders/rules/place/provinces.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import {
  availableModes,
  type ModeFlags,
  NO_WAREHOUSE_PRODUCT,
  validateNewOrder,
} from '#shared/orders/rules/validate-new-order.ts';
import { validateTotals } from '#shared/orders/rules/validate-totals.ts';
import { type CellError, shortened } from './errors.ts';
import { shipmentKey } from './group-rows.ts';
import { conflictErrors, duplicateNumberErrors, hasProduct, mergeRows, splitPurchases } from './merge-rows.ts';
import { numberMarks, orderInput, provinceOfZip } from './order-input.ts';
import { catalogueDoubts, productTotals, skuKey } from './product-totals.ts';

/** An active product: weight in grams, value in pesos. */
export interface BulkProduct extends Pick<Product, 'weight' | 'value'> {
  /** Whether another active product's SKU looks the same (`catalogueOf`). */
  isAmbiguous?: boolean;
}

/** Data for the check of rows, besides the contract of a new order. */
export interface BulkRules extends ModeFlags {
  /** The client's active products by SKU (`foldedKey`); without them, only the server checks SKUs. */
  products?: ReadonlyMap<string, BulkProduct>;
  /** Returns the SKU of the whole catalogue that an unknown one may have been; missing where only a part of it is known. */
  similarSku?: (sku: string) => string | null;
  /** Provinces of the listed postal codes; without them, only a code's region and letter are checked (readings C48). */
  zips?: ListedZips;
}

/** Result of checking one order's rows. Items name their products by SKU, because only the server has the ids. */
export interface CheckedOrder {
  /** Null when the rows have errors. */
  order: NewOrder | null;
  problems: CellError[];
  /** Cells whose values were guessed: a person should check them, but they are sent. */
  doubts: CellError[];
  /** Rows of each shipment's items, to locate errors that only the server finds. */
  shipmentRows: ShipmentRows;
}

/** Rows of each shipment of an order; the first row's values apply to the whole order. */
type ShipmentRows = BulkRow[][];

/**
 * Checks the rows of one order by the contract for single orders and returns all errors: each wrong cell with its row,
 * column, value and reason.
 *
 * @param rows all rows with the same `nro_orden`, in the file's order; at least one
 */
export function checkOrder(rows: readonly BulkRow[], rules: BulkRules): CheckedOrder {
  const { purchases, beyond } = splitPurchases(rows);
  const [first, ...others] = purchases.map((purchase) => checkPurchase(purchase, rules)) as [
    CheckedOrder,
    ...CheckedOrder[],
  ];
  if (others.length === 0) return first;
  const repeated = duplicateNumberErrors([...purchases, beyond]);
  return {
    ...first,
    order: null,
    doubts: [first, ...others].flatMap(({ doubts }) => doubts),
    problems: allReasons([...repeated, ...first.problems, ...others.flatMap(({ problems }) => problems)]),
  };
}

function checkPurchase(rows: readonly BulkRow[], rules: BulkRules): CheckedOrder {
  const shipmentRows = shipmentsOf(rows);
  const excess = sizeError(shipmentRows);
  if (excess) return { order: null, problems: [excess], doubts: [], shipmentRows };
  const cells = mergeRows(rows);
  const province = provinceOfZip(cells, rules.zips);
  const input = orderInput(cells, shipmentRows, province);
  const parsed = z.safeParse(newOrder, input);
  const fields = (parsed.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }));
  const numbers = rows.map(numberMarks);
  const errors = [
    ...rows.flatMap((row) => row.problems),
    ...rows.flatMap((row) => artifactErrors(row, rules.products)),
    ...numbers.flatMap((marks) => marks.problems),
    ...conflictErrors(rows, shipmentRows),
  ];
  const ofContract = [
    ...itemErrors(shipmentRows, input.delivery_mode, rules),
    ...[...fields, ...crossFieldErrors(input, rules)].map(({ field, message }) =>
      cellErrorAt(shipmentRows, field, reasonOf(field, message, { receiver: input.receiver, rules })),
    ),
  ];
  const problems = [...errors, ...remainingErrors(errors, ofContract)];
  const order = parsed.success && problems.length === 0 ? parsed.data : null;
  // The most severe ones first: what would be lost, what may be another value, then how the file was read.
  const doubts = [
    ...(parsed.data ? orderDoubtsOf(parsed.data, shipmentRows, rules) : []),
    ...shipmentRows.flatMap((shipment) => catalogueDoubts(shipment, rules.products)),
    ...numbers.flatMap((marks) => marks.doubts),
    ...rows.flatMap(contactDoubts),
    ...rows.flatMap(streetDoubts),
    ...rows.flatMap(serialDoubts),
    ...(province ? [cellErrorAt(shipmentRows, 'receiver.address.state', provinceDoubt(cells, province))] : []),
    ...rows.flatMap((row) => row.doubts ?? []),
  ];
  const isOpen = ({ row, column }: CellError) =>
    !rows.some((own) => own.row === row && column && own.settled?.includes(column));
  return { order, problems: allReasons(problems), doubts: allReasons(doubts.filter(isOpen)), shipmentRows };
}

/** Marks what a person should check in a valid order, as the call and the form do. */
function orderDoubtsOf(order: NewOrder, shipmentRows: ShipmentRows, rules: BulkRules): CellError[] {
  const shipments = order.shipments.map((shipment, index) => {
    const rows = shipmentRows[index] ?? [];
    const [sums] = productTotals(rows, rules.products);
    return rows.every(hasProduct) ? { ...shipment, weight: sums?.grams ?? null } : shipment;
  });
  return orderDoubts({ ...order, shipments }).flatMap(({ field, message }) =>
    (field === 'receiver.receiver_name' ? unprintableNames(order) : [field]).map((of) =>
      cellErrorAt(shipmentRows, of, message),
    ),
  );
}

/** Returns which of its two cells makes a full name lose letters. */
const unprintableNames = ({ receiver }: NewOrder) =>
  (['first_name', 'last_name'] as const)
    .filter((name) => losesLetters(receiver[name]))
    .map((name) => `receiver.${name}`);

/** Reason to check a province that only the postal code says. */
const provinceDoubt = ({ cp }: BulkCells, { name }: Province) => `Por el código postal ${cp} es ${name}. Revisalo`;

/**
 * Returns the error of an order far beyond the contract's sizes, of which nothing else is checked: a file with one number in all rows
 * would stop everything else for minutes.
 */
function sizeError(shipmentRows: ShipmentRows): CellError | null {
  if (shipmentRows.length > 2 * MAX_SHIPMENTS) {
    return cellErrorAt(shipmentRows, 'shipments', `Hasta ${MAX_SHIPMENTS} envíos por orden`);
  }
  const large = shipmentRows.findIndex((shipment) => shipment.length > 2 * MAX_ITEMS);
  return large < 0 ? null : cellErrorAt(shipmentRows, `shipments.${large}`, `Hasta ${MAX_ITEMS} ítems por envío`);
}

/** Returns the errors of the rules across fields, whether or not the single fields are valid. */
function crossFieldErrors(input: ReturnType<typeof orderInput>, rules: BulkRules): FieldError[] {
  const { receiver, delivery_mode } = input;
  const { data: document = '' } = z.safeParse(newOrder.shape.receiver.shape.document, receiver.document);
  const order = { delivery_mode: deliveryModeId(delivery_mode) ?? 1, receiver: { ...receiver, document } };
  const { state, zip_code } = receiver.address;
  // The rule needs a postal code; an unknown province is wrong with every postal code.
  const noProvince = parseZip(zip_code) === null && readProvince(state) === null;
  return [
    ...validateNewOrder(order as NewOrder, rules, rules.zips ?? new Map()),
    ...(noProvince ? [{ field: 'receiver.address.state', message: messages.province }] : []),
  ];
}

/** Groups rows with the same `envio` into shipments, in the order of their first rows. */
function shipmentsOf(rows: readonly BulkRow[]): ShipmentRows {
  const shipments = new Map<string, BulkRow[]>();
  for (const row of rows) {
    const key = shipmentKey(row);
    const same = shipments.get(key);
    if (same) same.push(row);
    else shipments.set(key, [row]);
  }
  return [...shipments.values()];
}

function reasonOf(
  field: string,
  message: string,
  { receiver, rules }: { receiver: { receiver_phone: string; email: string }; rules: BulkRules },
): string {
  if (field === 'receiver.receiver_phone') return phoneReason(receiver.receiver_phone, message);
  if (field === 'receiver.email') return emailReason(receiver.email, message);
  if (field !== 'delivery_mode') return message;
  const offered = availableModes(rules);
  const modes = DELIVERY_MODES.filter(({ id }) => offered.includes(id)).map(({ id, name }) => `${id} ${name}`);
  return `${message}. Puede ser: ${modes.join(', ')}`;
}

const COLUMN_OF: Readonly<Record<string, BulkColumn>> = {
  order_id: 'nro_orden',
  delivery_mode: 'modo_entrega',
  'receiver.first_name': 'nombre',
  'receiver.last_name': 'apellido',
  'receiver.receiver_name': 'nombre',
  'receiver.document': 'documento',
  'receiver.email': 'email',
  'receiver.receiver_phone': 'telefono',
  'receiver.address.street_name': 'calle',
  'receiver.address.street_number': 'altura',
  'receiver.address.floor': 'piso',
  'receiver.address.apartment': 'dpto',
  'receiver.address.between_1': 'entre_calle_1',
  'receiver.address.between_2': 'entre_calle_2',
  'receiver.address.zip_code': 'cp',
  'receiver.address.state': 'provincia',
  'receiver.address.city': 'localidad',
  'receiver.address.neighborhood_name': 'barrio',
  'receiver.address.other_info': 'observaciones',
  length: 'largo_cm',
  width: 'ancho_cm',
  height: 'alto_cm',
  weight: 'peso_g',
  items_value: 'valor',
  product_id: 'sku',
  sku: 'sku',
  item: 'sku',
  quantity: 'cantidad',
};

/**
 * Returns the error of the cell that a field of an order's payload comes from.
 *
 * @param shipmentRows rows of the order's shipments, at least one
 * @param field dotted path, as in failures (`shipments.0.items.2.quantity`)
 */
export function cellErrorAt(shipmentRows: ShipmentRows, field: string, reason: string): CellError {
  const [, shipment, item, inner] = /^shipments\.(\d+)(?:\.items\.(\d+))?(?:\.(\w+))?$/.exec(field) ?? [];
  const column = COLUMN_OF[inner ?? field] ?? null;
  const rows = shipmentRows[Number(shipment ?? 0)] ?? shipmentRows[0] ?? [];
  const named =
    item === undefined ? rows : rows.filter(({ cells: { sku, cantidad } }) => sku !== '' || cantidad !== '');
  const at =
    (column && item === undefined ? sourceRow(shipment ? rows : shipmentRows.flat(), column) : named[Number(item)]) ??
    rows[0];
  return { row: at?.row ?? 0, column, value: column && at ? shortened(at.cells[column]) : '', reason };
}

/** Returns the row that an order's or a shipment's value comes from: the first row with a value, else the first row. */
function sourceRow(rows: readonly BulkRow[], column: BulkColumn): BulkRow | undefined {
  const sorted = [...rows].sort((a, b) => a.row - b.row);
  return sorted.find(({ cells }) => cells[column] !== '') ?? sorted[0];
}

/** Returns the errors of a purchase's items that can be found without the database. */
function itemErrors(shipmentRows: ShipmentRows, mode: string, rules: BulkRules): CellError[] {
  const sku = ({ row, cells }: BulkRow, reason: string): CellError => ({
    row,
    column: 'sku',
    value: shortened(cells.sku),
    reason,
  });
  const prepared = isFulfillmentMode(deliveryModeId(mode) ?? 1) && rules.fulfillment;
  return shipmentRows.flatMap((shipment, index) => {
    const [first] = shipment;
    const counted = shipment.filter((row) => !hasProduct(row) && row.cells.cantidad !== '');
    const unknown = shipment.filter((row) => hasProduct(row) && rules.products?.has(skuKey(row)) === false);
    const ambiguous = shipment.filter((row) => hasProduct(row) && rules.products?.get(skuKey(row))?.isAmbiguous);
    return [
      ...counted.map((row) => sku(row, MISSING_SKU)),
      ...unknown.map((row) => sku(row, unknownSkuReason(row.cells.sku, rules.similarSku))),
      ...ambiguous.map((row) => sku(row, AMBIGUOUS_PRODUCT)),
      ...(first && prepared && !shipment.some(hasProduct) ? [sku(first, NO_WAREHOUSE_PRODUCT)] : []),
      ...productTotals(shipment, rules.products).flatMap((sums) =>
        validateTotals(sums, `shipments.${index}`).map(({ field, message }) =>
          cellErrorAt(shipmentRows, field, message),
        ),
      ),
    ];
  });
}

/** Reason for a quantity without a SKU. */
export const MISSING_SKU = 'Falta el sku de esta cantidad. Poné el sku, o dejá la cantidad vacía';

/** Reason for a SKU that two active products have, in two spellings. */
const AMBIGUOUS_PRODUCT = 'Tenés dos productos activos con un SKU que se ve igual. Cambiá el de uno, o desactivalo';
