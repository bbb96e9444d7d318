import { headerFingerprint } from '#shared/bulk/file/normalize-header.ts';
import { type BulkCells, REQUIRED_COLUMNS } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { NO_DOCUMENT } from '#shared/orders/rules/place/document.ts';
import { orderValue } from './order-value.ts';
import type { ShopChoices, ShopFormat, ShopOrder } from './shop-format.ts';

/** Columns that shops lack, in all orders or in some: one value serves a whole file. */
export const FILE_VALUES = [
  'modo_entrega',
  'largo_cm',
  'ancho_cm',
  'alto_cm',
  'peso_g',
  'documento',
  'entre_calle_1',
  'valor',
] as const;

export type FileValueColumn = (typeof FILE_VALUES)[number];

export type FileValues = Pick<BulkCells, FileValueColumn>;

/** What a field is proposed with until the sender has chosen other values. */
const PROPOSED: FileValues = {
  modo_entrega: '1',
  largo_cm: '',
  ancho_cm: '',
  alto_cm: '',
  peso_g: '',
  documento: NO_DOCUMENT,
  entre_calle_1: NO_DOCUMENT,
  valor: '1',
};

/** Counts the orders that lack each value; a value that no order lacks needs no question. */
export function missingValues(orders: readonly ShopOrder[]): Partial<Record<FileValueColumn, number>> {
  const count = (isMissing: (order: ShopOrder) => boolean) => orders.filter(isMissing).length;
  const documento = count(({ cells }) => cells.document === '');
  const valor = count((order) => orderValue(order).text === '0');
  const all = orders.length;
  return {
    modo_entrega: all,
    largo_cm: all,
    ancho_cm: all,
    alto_cm: all,
    peso_g: all,
    entre_calle_1: all,
    ...(documento > 0 && { documento }),
    ...(valor > 0 && { valor }),
  };
}

/**
 * Proposes the values of a file: those of the shop's last file, else those of the last file of any other kind, else the
 * usual ones.
 *
 * @param saved all saved mappings, last used first
 * @param modes ids of the delivery modes that the sender may choose: a remembered one may have been withdrawn
 */
export function proposeValues(format: ShopFormat, saved: readonly BulkMapping[], modes: readonly string[]): FileValues {
  const source = mappingOf(format, saved) ?? saved.find(({ columns }) => constantOf(columns.largo_cm) !== '');
  const values = valuesOf(source);
  return modes.includes(values.modo_entrega) ? values : { ...values, modo_entrega: modes[0] ?? PROPOSED.modo_entrega };
}

/**
 * Returns what the client chose for the shop's last file, for a file that nobody is asked about; null if it has never
 * chosen. Orders without a confirmed payment are left out: only a person takes them in.
 */
export function rememberedChoices(
  format: ShopFormat,
  saved: readonly BulkMapping[],
): { mapping: BulkMapping; choices: ShopChoices } | null {
  const mapping = mappingOf(format, saved);
  return mapping ? { mapping, choices: { values: valuesOf(mapping), takenIn: new Set() } } : null;
}

function mappingOf(format: ShopFormat, saved: readonly BulkMapping[]): BulkMapping | undefined {
  const key = headerFingerprint([rememberedHeader(format)]);
  return saved.find(({ headers }) => headerFingerprint(headers) === key);
}

const valuesOf = (source: BulkMapping | undefined) =>
  Object.fromEntries(
    FILE_VALUES.map((column) => [column, source?.columns[column]?.value || PROPOSED[column]]),
  ) as FileValues;

const constantOf = (source: { header: string; value: string } | undefined) =>
  source?.header === '' ? source.value : '';

const rememberedHeader = ({ name }: ShopFormat) => `Exportación de ${name}`;

/**
 * Builds the mapping that remembers a file's values. Its only header is that of no file, so that no gateway, of whatever
 * version, reads a shop's own file by it.
 */
export function rememberedMapping(format: ShopFormat, values: FileValues): BulkMapping {
  const header = rememberedHeader(format);
  const columns: BulkMapping['columns'] = {};
  for (const column of REQUIRED_COLUMNS) columns[column] = { header, value: '' };
  for (const column of FILE_VALUES)
    columns[column] = { header: values[column] === '' ? header : '', value: values[column] };
  return { headers: [header], columns, peso_en: 'g' };
}
