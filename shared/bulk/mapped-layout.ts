import { takeCodePoints } from '#shared/code-points.ts';
import { cellAt } from './cell-at.ts';
import type { BulkLayout } from './column-layout.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn, emptyCells } from './columns.ts';
import { type BulkMapping, SPLIT_COLUMNS, type SplitColumn, splitSource } from './mapping.ts';
import { normalizeHeader } from './normalize-header.ts';
import { kilosToGrams, parseNumber } from './normalize-numbers.ts';
import { shortOrderNumber, wholeNumberLine } from './shops/order-number.ts';
import { splitAddress } from './shops/split-address.ts';
import { splitName } from './shops/split-name.ts';

const OBSERVATIONS_MAX = 250;

/** Receives a column that was guessed or is wrong, with the reason. */
type Mark = (column: BulkColumn, reason: string) => void;

/** Reads a client's own file by the meaning that a person gave its columns. */
export function mappedLayout(keys: readonly string[], mapping: BulkMapping): BulkLayout {
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
  return {
    kind: 'mapped',
    name: 'Archivo propio',
    notes: [],
    addsItems: at.precio_unitario >= 0,
    headerOf(column) {
      const own = sources.find((source) => source.column === column)?.header;
      const shared = splitSource(mapping, column);
      return own || (shared && mapping.columns[shared]?.header) || column;
    },
    cellsOf(record, doubt, refuse) {
      const cells = emptyCells();
      for (const { column, index, value } of sources) cells[column] = cellAt(record, index) || value;
      if (mapping.peso_en === 'kg') cells.peso_g = kilosToGrams(cells.peso_g);
      if (at.nombre_completo >= 0) addNames(cells, cellAt(record, at.nombre_completo), doubt, refuse);
      if (at.direccion >= 0) addAddress(cells, cellAt(record, at.direccion), doubt, refuse);
      if (at.precio_unitario >= 0) cells.valor = valueOfItem(cellAt(record, at.precio_unitario), cells.cantidad);
      return withShortNumber(cells, doubt);
    },
  };
}

function addNames(cells: BulkCells, full: string, doubt: Mark, refuse: Mark): void {
  const { nombre, apellido, doubtful, refused } = splitName(full);
  Object.assign(cells, { nombre, apellido });
  if (refused) refuse('nombre', refused);
  if (!doubtful) return;
  doubt('nombre', `Separamos «${full}». Revisá nombre y apellido`);
  doubt('apellido', `Separamos «${full}». Revisá nombre y apellido`);
}

/** Splits an address. Columns of the file that have a part of their own keep it. */
function addAddress(cells: BulkCells, street: string, doubt: Mark, refuse: Mark): void {
  const { altura, localidad, provincia, cp, barrio } = cells;
  const found = splitAddress({ street, number: altura, known: [localidad, provincia, cp, barrio] });
  for (const [column, value] of Object.entries(found.cells) as [BulkColumn, string][]) {
    const isRead = column === 'calle' || column === 'altura' || (column === 'entre_calle_1' && value !== '');
    if (isRead) cells[column] = value;
    else cells[column] ||= value;
  }
  if (found.refused) refuse('calle', found.refused);
  for (const column of found.doubtful) doubt(column, `Separamos «${street}». Revisalo`);
  cells.observaciones = [found.rest, cells.observaciones].filter((text) => text !== '').join('\n');
}

/** Returns the value of a row's units; a text that is no number stays for the check to refuse. */
function valueOfItem(price: string, quantity: string): string {
  const [one, count] = [parseNumber(price), quantity === '' ? 1 : parseNumber(quantity)];
  return one === null || count === null ? price : String(Math.round(one * count));
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
