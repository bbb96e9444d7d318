import * as z from 'zod/mini';
import { encode } from '#shared/bulk/file/encodings.ts';
import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import { type CheckedOrder, checkOrder } from '#shared/bulk/rows/check-order.ts';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { validateNewOrder } from '#shared/orders/rules/validate-new-order.ts';
import { OUTGOING_ORDER } from '#web/orders/form/order-kind.ts';
import { orderSchema } from '#web/orders/form/order-schema.ts';
import { emptyOrder } from '#web/orders/form/order-values.ts';
import { zipProvinceErrors } from '#web/orders/place/zip-province-check.ts';
import { bulkCells, bulkText } from './bulk-file-factory.ts';
import { readBulkFile } from './read-bulk-file.ts';

/** What became of a typed text: null if it was refused. */
export interface TextVerdict {
  stored: string | null;
  isDoubtful: boolean;
}

const REFUSED: TextVerdict = { stored: null, isDoubtful: false };
const FLAGS = { reverseLogistics: false, fulfillment: false };

/** Fields of an order's receiver that a person types, by the columns of files. */
const FIELDS = {
  nombre: 'first_name',
  apellido: 'last_name',
  documento: 'document',
  email: 'email',
  telefono: 'receiver_phone',
} as const;
const ADDRESS_FIELDS = {
  calle: 'street_name',
  altura: 'street_number',
  piso: 'floor',
  dpto: 'apartment',
  entre_calle_1: 'between_1',
  entre_calle_2: 'between_2',
  cp: 'zip_code',
  localidad: 'city',
  provincia: 'state',
  barrio: 'neighborhood_name',
  observaciones: 'other_info',
} as const;

export type TypedColumn = keyof typeof FIELDS | keyof typeof ADDRESS_FIELDS;

const isAddress = (column: TypedColumn): column is keyof typeof ADDRESS_FIELDS => Object.hasOwn(ADDRESS_FIELDS, column);

type Receiver = Record<(typeof FIELDS)[keyof typeof FIELDS], string> & {
  address: Record<(typeof ADDRESS_FIELDS)[keyof typeof ADDRESS_FIELDS], string> | null;
};

/** Returns what an order stores of a column. */
const storedIn = ({ address, ...receiver }: Receiver, column: TypedColumn): string =>
  isAddress(column) ? (address?.[ADDRESS_FIELDS[column]] ?? '') : receiver[FIELDS[column]];

/** Fills the form of a new order as a person does. */
function formValues(cells: BulkCells) {
  const values = emptyOrder({ delivery_mode: '1', sender_name: '' });
  values.order_id = cells.nro_orden;
  values.receiver.receiver_name = 'Lucía Benítez';
  for (const [column, field] of Object.entries(FIELDS)) values.receiver[field] = cells[column as TypedColumn];
  for (const [column, field] of Object.entries(ADDRESS_FIELDS))
    values.receiver.address[field] = cells[column as TypedColumn];
  values.shipments = [{ length: '30', width: '20', height: '10', weight: '900', items_value: '15000', items: [] }];
  return values;
}

const BODY = createOrder.body as NonNullable<typeof createOrder.body>;
const FORM = orderSchema(() => new Map(), { ...OUTGOING_ORDER, stop: '' });

/** Judges a text in the form of a new order. */
export function judgeInForm(changes: Partial<BulkCells>, column: TypedColumn): TextVerdict {
  const values = formValues(bulkCells(1, changes));
  const { success, data } = z.safeParse(FORM, values);
  const names = { zip_code: 'zip_code', state: 'state' };
  const address = data?.receiver.address;
  if (!success || (address && zipProvinceErrors(address, new Map(), names).length > 0)) return REFUSED;
  return { stored: storedIn(data.receiver as Receiver, column), isDoubtful: false };
}

/** Judges a text in the body of a call, as JSON. */
export function judgeInCall(changes: Partial<BulkCells>, column: TypedColumn): TextVerdict {
  const values = formValues(bulkCells(1, changes));
  const shipments = values.shipments.map((shipment) => ({
    ...shipment,
    items: [{ sku: 'NO_INFORMADO', item: 'NO_INFORMADO', quantity: 1 }],
  }));
  const { success, data } = z.safeParse(BODY, JSON.parse(JSON.stringify({ ...values, shipments })));
  if (!success || validateNewOrder(data, FLAGS, new Map()).length > 0) return REFUSED;
  return { stored: storedIn(data.receiver as Receiver, column), isDoubtful: false };
}

function verdictOf({ order, doubts }: CheckedOrder, column: TypedColumn): TextVerdict {
  if (!order) return REFUSED;
  return {
    stored: storedIn(order.receiver, column),
    isDoubtful: doubts.some((doubt) => doubt.column === column),
  };
}

/** Judges a text that is typed into a cell of an uploaded file's rows. */
export function judgeInGrid(changes: Partial<BulkCells>, column: TypedColumn): TextVerdict {
  const rules = { ...FLAGS, zips: new Map() };
  const sheet = new BulkSheet(rules);
  sheet.add([{ row: 2, cells: bulkCells(1), problems: [] }]);
  for (const [changed, text] of Object.entries(changes)) sheet.edit(2, changed as TypedColumn, text);
  return verdictOf(checkOrder(sheet.rows(), rules), column);
}

/** Encodings of files; a text that one lacks is written as UTF-8. */
export const FILE_ENCODINGS = ['utf-8', 'utf-16', 'windows-1252', 'macintosh', 'ibm850'] as const;

/** Judges a text in a file of the template. */
export async function judgeInFile(
  changes: Partial<BulkCells>,
  column: TypedColumn,
  encoding: (typeof FILE_ENCODINGS)[number] = 'utf-8',
): Promise<TextVerdict> {
  const text = bulkText([bulkCells(1, changes)]);
  const bytes =
    encoding === 'utf-16'
      ? Buffer.from(`\uFEFF${text}`, 'utf16le')
      : (encoding !== 'utf-8' && encode(text, encoding)) || Buffer.from(text);
  const { rows } = await readBulkFile(bytes);
  return verdictOf(checkOrder(rows, { ...FLAGS, zips: new Map() }), column);
}
