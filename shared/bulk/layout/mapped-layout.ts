import { cellAt, hasLines } from '#shared/bulk/cells/cell-at.ts';
import { itemValue } from '#shared/bulk/cells/item-value.ts';
import { inKilos, normalNumber } from '#shared/bulk/cells/read-number.ts';
import { addressDivisionReason, nameDivisionReason } from '#shared/bulk/doubts/divided-text.ts';
import { normalizeHeader, repeatedLabels, uniqueHeaders } from '#shared/bulk/file/normalize-header.ts';
import { shortened } from '#shared/bulk/rows/errors.ts';
import { orderKey } from '#shared/bulk/rows/group-rows.ts';
import { mergeItems } from '#shared/bulk/rows/merge-items.ts';
import { shortOrderNumber, wholeNumberLine } from '#shared/bulk/shops/order-number.ts';
import { splitAddress } from '#shared/bulk/shops/split-address.ts';
import { type NameOrder, nameOrder, splitName } from '#shared/bulk/shops/split-name.ts';
import { takeCodePoints } from '#shared/kit/text/code-points.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { NO_DOCUMENT } from '#shared/orders/rules/place/document.ts';
import type { BulkLayout } from './bulk-layout.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn, emptyCells } from './columns.ts';
import { type BulkMapping, SPLIT_COLUMNS, type SplitColumn, splitSource } from './mapping.ts';

const OBSERVATIONS_MAX = 250;

/** Receives a column that was guessed or is wrong, with the reason. */
type Mark = (column: BulkColumn, reason: string) => void;

/**
 * Reads a client's own file by the meaning that a person gave its columns.
 *
 * @param headers those of the file, equal ones included
 */
export function mappedLayout(headers: readonly string[], mapping: BulkMapping): BulkLayout<BulkColumn> {
  const keys = uniqueHeaders(headers).map(normalizeHeader);
  const labels = new Map([...repeatedLabels(headers)].map(([header, label]) => [normalizeHeader(header), label]));
  const labelOf = (header: string) => labels.get(normalizeHeader(header)) ?? header;
  const indexOf = (column: BulkColumn | SplitColumn) => {
    const { header = '' } = mapping.columns[column] ?? {};
    return header === '' ? -1 : keys.indexOf(normalizeHeader(header));
  };
  const sources = BULK_COLUMNS.flatMap((column) => {
    const { header = '', value = '' } = mapping.columns[column] ?? {};
    const index = indexOf(column);
    return index < 0 && value === '' ? [] : [{ column, index, header, value }];
  });
  const split = (Object.keys(SPLIT_COLUMNS) as SplitColumn[]).map((column) => [column, indexOf(column)] as const);
  const at = Object.fromEntries(split) as Record<SplitColumn, number>;
  const order = nameOrder(mapping.columns.nombre_completo?.header ?? '');
  const addsItems = at.precio_unitario >= 0;
  return {
    kind: 'mapped',
    name: 'Archivo propio',
    notes: [],
    mapping,
    addsItems,
    keyOf: orderKey,
    ordersOf: (rows, given) => ({ rows: addsItems ? mergeItems(rows, given) : [...rows], leftOut: [] }),
    headerOf(column) {
      const own = sources.find((source) => source.column === column)?.header;
      const first = own && sources.find((source) => source.header === own)?.column;
      if (own && first !== column) return `${labelOf(own)} (${column})`;
      const shared = splitSource(mapping, column);
      const header = shared && labelOf(mapping.columns[shared]?.header ?? '');
      // One column of the file fills several: the reason has to say which of them.
      const isDivided = shared && SPLIT_COLUMNS[shared].length > 1;
      return (own && labelOf(own)) || (header && (isDivided ? `${header} (${column})` : header)) || column;
    },
    cellsOf(record, doubt, refuse, typed) {
      const cells = emptyCells();
      for (const { column, index, value } of sources) cells[column] = cellAt(record, index, hasLines(column)) || value;
      for (const [column, index] of split) {
        if (index >= 0) for (const part of SPLIT_COLUMNS[column]) typed(part, cellAt(record, index));
      }
      if (mapping.peso_en === 'kg') {
        typed('peso_g', inKilos(cells.peso_g));
        const grams = normalNumber(cells.peso_g, 'kilos');
        cells.peso_g = grams.text;
        if (grams.doubt) doubt('peso_g', grams.doubt);
      }
      if (at.nombre_completo >= 0) addNames(cells, cellAt(record, at.nombre_completo), order, { doubt, refuse });
      if (at.direccion >= 0) addAddress(cells, cellAt(record, at.direccion), doubt, refuse);
      if (addsItems) cells.valor = valueOfItem(cellAt(record, at.precio_unitario), cells.cantidad, doubt, refuse);
      return withShortNumber(cells, doubt);
    },
  };
}

/** Divides a full name. What isn't certain is a doubt. */
export function addNames(
  cells: BulkCells,
  full: string,
  order: NameOrder,
  { doubt, refuse }: Readonly<Record<'doubt' | 'refuse', Mark>>,
): void {
  const { nombre, apellido, doubtful, refused } = splitName(full, order);
  Object.assign(cells, { nombre, apellido });
  if (refused) refuse('nombre', refused);
  if (!doubtful) return;
  doubt('nombre', nameDivisionReason(full));
  doubt('apellido', nameDivisionReason(full));
}

/** Splits an address. Columns of the file that have a part of their own keep it. */
function addAddress(cells: BulkCells, street: string, doubt: Mark, refuse: Mark): void {
  const { altura, localidad, provincia, cp, barrio } = cells;
  const found = splitAddress({ street, number: altura, known: [localidad, provincia, cp, barrio] });
  /** Values that columns of their own contradict. */
  const other: [BulkColumn, string][] = [];
  for (const [column, value] of Object.entries(found.cells) as [BulkColumn, string][]) {
    const isRead = column === 'calle' || column === 'altura' || (column === 'entre_calle_1' && value !== '');
    if (isRead) cells[column] = value;
    else if (cells[column] === '' || cells[column] === NO_DOCUMENT) cells[column] = value || cells[column];
    else if (value !== '' && fold(value) !== fold(cells[column])) other.push([column, value]);
  }
  if (found.refused) refuse('calle', found.refused);
  for (const [column, value] of other)
    doubt(column, `La dirección dice «${value}», y la columna «${cells[column]}». Revisalo`);
  const written = shortened([street, altura].filter((text) => text !== '').join(' · '));
  for (const column of found.doubtful) doubt(column, addressDivisionReason(written));
  cells.observaciones = [found.rest, ...other.map(([, value]) => value), cells.observaciones]
    .filter((text) => text !== '')
    .join('\n');
}

/** Returns the value of a row's units, in whole pesos. The price stays where there is none, and for a wrong one. */
function valueOfItem(price: string, quantity: string, doubt: Mark, refuse: Mark): string {
  if (price === '') return '';
  const found = itemValue(price, quantity);
  if ('wrong' in found) {
    refuse('valor', found.wrong);
    return price;
  }
  if (found.doubt) doubt('valor', found.doubt);
  return String(Math.round(found.cents / 100));
}

/** Keeps the whole number of an order in its observations if it is too long for a number. */
function withShortNumber(cells: BulkCells, doubt: Mark): BulkCells {
  const line = wholeNumberLine(cells.nro_orden);
  if (line === '') return cells;
  const text = [line, cells.observaciones].filter((part) => part !== '').join('\n');
  const observaciones = takeCodePoints(text, OBSERVATIONS_MAX);
  if (observaciones !== text) doubt('observaciones', `No entra entero, sigue: «${text.slice(observaciones.length)}»`);
  return { ...cells, nro_orden: shortOrderNumber(cells.nro_orden), observaciones };
}
