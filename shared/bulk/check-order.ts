import * as z from 'zod/mini';
import { firstOf } from '#shared/code-points.ts';
import type { FieldError } from '#shared/http/failure.ts';
import { type NewOrder, newOrder } from '#shared/orders.ts';
import { DELIVERY_MODES, deliveryModeId } from '#shared/rules/delivery-modes.ts';
import { fold } from '#shared/rules/fold.ts';
import { type ModeFlags, newOrderProblems, offeredModes } from '#shared/rules/new-order.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import type { BulkCells, BulkColumn } from './columns.ts';
import { disagreements, mergedCells } from './merge-rows.ts';
import { measure, wholePesos } from './numbers.ts';
import { type CellProblem, shortened } from './problems.ts';
import type { BulkRow } from './read-file.ts';

/** What rows are checked against, beside the contract of a new order. */
export interface BulkRules extends ModeFlags {
  /** SKUs of the client's active products in lower case; without them the server alone knows. */
  skus?: ReadonlySet<string>;
  /** Provinces of the listed postal codes; without them region and letter of a code are checked alone (readings C48). */
  zips?: ListedZips;
}

/** What the rows of one order come to. Items name their products by SKU: ids are the server's. */
export interface CheckedOrder {
  /** Null when something is wrong. */
  order: NewOrder | null;
  problems: CellProblem[];
  /** Rows of the shipments' items, by shipment: to say where something is wrong that only the server sees. */
  places: OrderPlaces;
}

/** Rows of each shipment of an order; the first says what holds for all. */
type OrderPlaces = BulkRow[][];

/**
 * Checks the rows of one order by the contract that single orders have: each wrong cell with its row, column, value and
 * reason.
 *
 * @param rows all rows with the same `nro_orden`, in the file's order; at least one
 */
export function checkOrder(rows: readonly BulkRow[], rules: BulkRules): CheckedOrder {
  const places = shipmentsOf(rows);
  const problems = [...rows.flatMap((row) => row.problems), ...disagreements(rows, places)];
  const input = payload(rows, places);
  const parsed = z.safeParse(newOrder, input);
  const errors = parsed.success
    ? newOrderProblems(parsed.data, rules, rules.zips ?? new Map())
    : parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  for (const { field, message } of errors) problems.push(cellProblem(places, field, modeReason(field, message, rules)));
  problems.push(...unknownSkus(places, rules));
  const order = parsed.success && problems.length === 0 ? parsed.data : null;
  return { order, problems: onePerCell(problems), places };
}

/** Rows with the same `envio` are one shipment, in the order in which they first come. */
function shipmentsOf(rows: readonly BulkRow[]): OrderPlaces {
  const shipments = new Map<string, BulkRow[]>();
  for (const row of rows) {
    const same = shipments.get(row.cells.envio);
    if (same) same.push(row);
    else shipments.set(row.cells.envio, [row]);
  }
  return [...shipments.values()];
}

function payload(rows: readonly BulkRow[], places: OrderPlaces) {
  const cells = mergedCells(rows);
  return {
    order_id: cells.nro_orden,
    delivery_mode: modeOf(cells.modo_entrega),
    sender_name: '',
    receiver: {
      first_name: cells.nombre,
      last_name: cells.apellido,
      // Both names and the blank between them may be one more than the field takes.
      receiver_name: firstOf(`${cells.nombre} ${cells.apellido}`, 60).trim(),
      document: cells.documento,
      email: cells.email,
      receiver_phone: cells.telefono,
      address: {
        street_name: cells.calle,
        street_number: cells.altura,
        floor: cells.piso,
        apartment: cells.dpto,
        between_1: cells.entre_calle_1,
        between_2: cells.entre_calle_2,
        zip_code: cells.cp,
        state: cells.provincia,
        city: cells.localidad,
        neighborhood_name: cells.barrio,
        other_info: cells.observaciones,
      },
    },
    shipments: places.map((shipment) => {
      const of = mergedCells(shipment);
      return {
        length: measure(of.largo_cm),
        width: measure(of.ancho_cm),
        height: measure(of.alto_cm),
        weight: measure(of.peso_g),
        items_value: wholePesos(of.valor),
        items: shipment.filter(({ cells: { sku, cantidad } }) => sku !== '' || cantidad !== '').map(itemOf),
      };
    }),
  };
}

/** One of a product unless it says how many. */
function itemOf({ cells: { sku, cantidad } }: BulkRow) {
  return { product_id: null, sku, item: sku, quantity: cantidad === '' ? 1 : measure(cantidad) };
}

/** A mode by its id or its name; what is neither stays for the contract to refuse. */
function modeOf(text: string): string {
  const id = deliveryModeId(text) ?? DELIVERY_MODES.find(({ name }) => fold(name) === fold(text))?.id;
  return id === undefined ? text : String(id);
}

function modeReason(field: string, message: string, rules: BulkRules): string {
  if (field !== 'delivery_mode') return message;
  const offered = offeredModes(rules);
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
 * The cell behind a field of an order's payload.
 *
 * @param places rows of the order's shipments, at least one
 * @param field dotted path, as failures name it (`shipments.0.items.2.quantity`)
 */
export function cellProblem(places: OrderPlaces, field: string, reason: string): CellProblem {
  const [, shipment, item, inner] = /^shipments\.(\d+)(?:\.items\.(\d+))?(?:\.(\w+))?$/.exec(field) ?? [];
  const column = COLUMN_OF[inner ?? field] ?? null;
  const rows = places[Number(shipment ?? 0)] ?? places[0] ?? [];
  const named =
    item === undefined ? rows : rows.filter(({ cells: { sku, cantidad } }) => sku !== '' || cantidad !== '');
  const at =
    (column && item === undefined ? rowSaying(shipment ? rows : places.flat(), column) : named[Number(item)]) ??
    rows[0];
  return { row: at?.row ?? 0, column, value: column && at ? shortened(at.cells[column]) : '', reason };
}

/** The row that an order's or shipment's value was taken from: the first that says it, else the first. */
function rowSaying(rows: readonly BulkRow[], column: BulkColumn): BulkRow | undefined {
  const sorted = [...rows].sort((a, b) => a.row - b.row);
  return sorted.find(({ cells }) => cells[column] !== '') ?? sorted[0];
}

function unknownSkus(places: OrderPlaces, { skus }: BulkRules): CellProblem[] {
  const unknown = (cells: BulkCells) => skus !== undefined && cells.sku !== '' && !skus.has(cells.sku.toLowerCase());
  return places
    .flat()
    .filter(({ cells }) => unknown(cells))
    .map(({ row, cells: { sku } }) => ({ row, column: 'sku', value: shortened(sku), reason: UNKNOWN_PRODUCT }));
}

/** What a SKU says that the client hasn't. */
export const UNKNOWN_PRODUCT: FieldError['message'] = 'No encontramos ese producto';

/** A name that is missing makes the full name miss too: one reason a cell is enough. */
function onePerCell(problems: readonly CellProblem[]): CellProblem[] {
  const seen = new Set<string>();
  return problems
    .filter(({ row, column }) => {
      const key = `${row} ${column}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .sort((a, b) => a.row - b.row);
}
