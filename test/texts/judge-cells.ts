import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping, SplitColumn } from '#shared/bulk/layout/mapping.ts';
import { type BulkProduct, type BulkRules, checkOrder } from '#shared/bulk/rows/check-order.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import { bulkCells, bulkText } from './bulk-file-factory.ts';
import { readBulkFile } from './read-bulk-file.ts';

/** What a file's only row comes to. */
export interface JudgedRow {
  /** Null if the row is refused. */
  order: NewOrder | null;
  /** Reasons by the columns that are refused, and by those that a person has to check. */
  refused: Partial<Record<string, string>>;
  doubtful: Partial<Record<string, string>>;
}

export interface Judging {
  zips?: BulkRules['zips'];
  products?: ReadonlyMap<string, BulkProduct>;
}

const reasons = (marks: readonly { column: string | null; reason: string }[]) =>
  Object.fromEntries([...marks].reverse().map(({ column, reason }) => [column ?? 'fila', reason]));

function judge(rows: readonly BulkRow[], { zips, products }: Judging): JudgedRow {
  const rules = { reverseLogistics: false, fulfillment: false, ...(zips && { zips }), ...(products && { products }) };
  const { order, problems, doubts } = checkOrder(rows, rules);
  return { order, refused: reasons(problems), doubtful: reasons(doubts) };
}

/** Judges a row of the template, valid but for some cells. */
export async function judgeTemplate(changes: Partial<BulkCells>, judging: Judging = {}): Promise<JudgedRow> {
  const { rows } = await readBulkFile(bulkText([bulkCells(1, changes)]));
  return judge(rows, judging);
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/**
 * Judges the same row in a client's own file, whose columns have other headers.
 *
 * @param split cells of columns that fill several of the template, in their place
 * @param headers headers of some columns; the others' are 'Mi …'
 */
export async function judgeMapped(
  changes: Partial<BulkCells>,
  {
    split = {},
    headers = {},
    peso_en = 'g',
    ...judging
  }: Judging & {
    split?: Partial<Record<SplitColumn, string>>;
    headers?: Readonly<Partial<Record<string, string>>>;
    peso_en?: BulkMapping['peso_en'];
  } = {},
): Promise<JudgedRow> {
  const cells: Record<string, string> = { ...bulkCells(1, changes), ...split };
  const filled: Record<SplitColumn, readonly BulkColumn[]> = {
    nombre_completo: ['nombre', 'apellido'],
    direccion: ['calle', 'altura'],
    precio_unitario: ['valor'],
  };
  const replaced = (Object.keys(split) as SplitColumn[]).flatMap((column) => filled[column]);
  const used = [...BULK_COLUMNS.filter((column) => !replaced.includes(column)), ...Object.keys(split)];
  const headerOf = (column: string) => headers[column] ?? `Mi ${column}`;
  const columns = Object.fromEntries(used.map((column) => [column, { header: headerOf(column), value: '' }]));
  const mapping: BulkMapping = { headers: used.map(headerOf), columns, peso_en };
  const text = [mapping.headers, used.map((column) => quoted(cells[column] ?? ''))].map((line) => line.join(';'));
  const { rows } = await readBulkFile(`${text.join('\n')}\n`, {
    mappings: [mapping],
    given: { products: judging.products ?? new Map() },
  });
  return judge(rows, judging);
}

/** Returns what an order stores of a cell; columns that several cells fill are left out. */
export function storedOf(order: NewOrder, column: BulkColumn): string {
  const { receiver, shipments } = order;
  const { address } = receiver;
  const [shipment] = shipments;
  const stored: Partial<Record<BulkColumn, string | number | undefined>> = {
    nombre: receiver.first_name,
    apellido: receiver.last_name,
    documento: receiver.document,
    telefono: receiver.receiver_phone,
    calle: address.street_name,
    altura: address.street_number,
    piso: address.floor,
    dpto: address.apartment,
    entre_calle_1: address.between_1,
    cp: address.zip_code,
    localidad: address.city,
    provincia: address.state,
    barrio: address.neighborhood_name,
    largo_cm: shipment?.length,
    ancho_cm: shipment?.width,
    alto_cm: shipment?.height,
    peso_g: shipment?.weight,
    valor: shipment?.items_value,
    cantidad: shipment?.items[0]?.quantity,
  };
  return String(stored[column] ?? '');
}
