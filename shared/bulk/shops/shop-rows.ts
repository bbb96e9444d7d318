import { readUnits } from '#shared/bulk/cells/item-value.ts';
import { contradiction } from '#shared/bulk/doubts/contradiction.ts';
import { addressDivisionReason, nameDivisionReason } from '#shared/bulk/doubts/divided-text.ts';
import { lostItemsReason } from '#shared/bulk/doubts/lost-items.ts';
import { isArgentina } from '#shared/bulk/doubts/place-abroad.ts';
import { spreadsheetArtifact } from '#shared/bulk/doubts/spreadsheet-artifacts.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { type Catalogue, type GivenProducts, keepsItems } from '#shared/bulk/layout/catalogue.ts';
import { type BulkCells, type BulkColumn, emptyCells } from '#shared/bulk/layout/columns.ts';
import { type CellError, shortened } from '#shared/bulk/rows/errors.ts';
import { isLonger, takeCodePoints } from '#shared/kit/text/code-points.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';
import { deliveryModeId, isFulfillmentMode } from '#shared/orders/rules/delivery-modes.ts';
import { plainDocument } from '#shared/orders/rules/place/document.ts';
import { isReceiverPhone, plainPhone } from '#shared/orders/rules/place/phone.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { parseZip, plainZip } from '#shared/orders/rules/place/zip.ts';
import { carriedDoubts } from './carried-doubts.ts';
import type { FileValues } from './file-values.ts';
import { shortOrderNumber, wholeNumberLine } from './order-number.ts';
import { isInPesos, orderValue } from './order-value.ts';
import { isPartial, type ShopCells, type ShopFormat, type ShopOrder } from './shop-format.ts';
import { splitAddress } from './split-address.ts';
import { splitName } from './split-name.ts';

const OBSERVATIONS_MAX = 250;
const NEIGHBORHOOD_MAX = 40;

/** Longest text that is searched for a phone. */
const PHONE_MAX = 100;

/** Collects the marks of one row: what is wrong with the export, and what was guessed. */
class Marks {
  readonly problems: CellError[];
  readonly doubts: CellError[] = [];
  readonly #row: number;

  constructor(row: number, problems: readonly CellError[]) {
    this.#row = row;
    this.problems = [...problems];
  }

  /** @param column null for an error of the whole row */
  wrong(column: BulkColumn | null, value: string, reason: string): void {
    this.problems.push({ row: this.#row, column, value: shortened(value), reason });
  }

  guessed(column: BulkColumn, value: string, reason: string): void {
    this.doubts.push({ row: this.#row, column, value: shortened(value), reason });
  }
}

/**
 * Converts an order of a shop to rows of the template: one shipment, with an item a row if all its products are in the
 * client's catalogue, otherwise one row with the items' value. Rows keep their numbers in the shop's file.
 *
 * @param values values for what the shop lacks
 * @param given `products` is undefined for an unknown catalogue: then all products that have a SKU stay items
 */
export function shopRows(order: ShopOrder, format: ShopFormat, values: FileValues, given: GivenProducts): BulkRow[] {
  const [first] = order.rows;
  if (!first) return [];
  // Errors of reading concern the shop's columns: they are shown for the whole row.
  const unreadable = order.rows.flatMap(({ problems }) =>
    problems.map((problem) => ({ ...problem, row: first.row, column: null })),
  );
  const marks = new Marks(first.row, unreadable);
  markConflicts(order, format, marks);
  const shipment = shipmentOf(order, format);
  // Shops that say which items are left say so in the rows.
  if (shipment.rows.length === order.rows.length) {
    const states = [order.cells.shipping_state, order.cells.payment_state, order.cells.order_state].filter(isPartial);
    for (const state of states)
      marks.guessed('nro_orden', order.cells.order, `La tienda dice «${state}». Revisá qué falta enviar`);
  }
  const cells: BulkCells = {
    ...emptyCells(),
    ...receiverCells(order.cells, values, marks),
    ...placeCells(order.cells, values, marks),
    nro_orden: shortOrderNumber(order.cells.order),
    modo_entrega: values.modo_entrega,
    largo_cm: values.largo_cm,
    ancho_cm: values.ancho_cm,
    alto_cm: values.alto_cm,
  };
  for (const { column, reason } of carriedDoubts(order.rows, cells)) marks.guessed(column, cells[column], reason);
  const items = itemsOf(shipment, values, given.products);
  if (!items) {
    const lost = lostItemsReason(
      shipment.rows.map((row) => ({ sku: row.cells.sku, units: row.cells.quantity })),
      given,
    );
    if (lost) marks.guessed('sku', '', lost);
    const whole = { ...cells, peso_g: values.peso_g, valor: declaredValue(shipment, values, marks) };
    const row = { row: first.row, cells: whole, problems: marks.problems, doubts: marks.doubts };
    return [row, ...order.repeated.map((again) => ({ row: again.row, cells: whole, problems: [] }))];
  }
  const rows = items.map(({ row, sku, quantity, doubt }, index): BulkRow => {
    const item = { sku, cantidad: quantity };
    const own = index === 0 ? marks : new Marks(row, []);
    if (doubt) own.guessed('cantidad', quantity, doubt);
    const rest = index === 0 ? cells : { ...emptyCells(), nro_orden: cells.nro_orden };
    return {
      row: index === 0 ? first.row : row,
      cells: { ...rest, ...item },
      problems: own.problems,
      doubts: own.doubts,
    };
  });
  return [...rows, ...repeatedItems(order, rows, items)];
}

/** Returns a copy of the item's row for each repeated row of the file: the check refuses the copy until it is removed. */
function repeatedItems({ repeated }: ShopOrder, rows: readonly BulkRow[], items: readonly ShopItem[]): BulkRow[] {
  return repeated.flatMap(({ row, of }) => {
    const copied = rows[items.findIndex((item) => item.from.includes(of))];
    return copied ? [{ row, cells: copied.cells, problems: [] }] : [];
  });
}

/** Marks what further rows of the order contradict. */
function markConflicts({ conflicts, cells, takenBy }: ShopOrder, format: ShopFormat, marks: Marks): void {
  for (const { row, column, value } of conflicts) {
    const { reason } = contradiction(row, cells[column], value);
    marks.wrong(null, cells[column], `${format.headers[column]?.[0] ?? column}: ${reason}`);
  }
  if (takenBy === null) return;
  marks.wrong(
    'nro_orden',
    shortOrderNumber(cells.order),
    `Número repetido: la fila ${takenBy} tiene el mismo, con otros datos. Poné otro número`,
  );
}

function receiverCells(shop: ShopCells, values: FileValues, marks: Marks) {
  const full = shop.receiver || shop.buyer || shop.company;
  const { nombre, apellido, doubtful, refused } = splitName(full);
  if (refused) marks.wrong('nombre', nombre, refused);
  if (doubtful) marks.guessed('nombre', nombre, nameDivisionReason(full));
  if (doubtful) marks.guessed('apellido', apellido, nameDivisionReason(full));
  return {
    nombre,
    apellido,
    documento: shop.document || documentOf(shop, marks) || values.documento,
    email: shop.email,
    telefono: phoneOf(shop.receiver_phone || shop.buyer_phone, marks),
  };
}

/** Shops without a field for the document ask for it as the company. */
function documentOf({ company }: ShopCells, marks: Marks): string {
  if (!isDocument(company)) return '';
  marks.guessed('documento', company, 'La tienda lo tiene como empresa. Revisalo');
  return company;
}

const isDocument = (text: string) => /^(?:\d{7,8}|\d{11})$/.test(plainDocument(text));

/** Reads a phone with other signs, or the first one of several. */
function phoneOf(given: string, marks: Marks): string {
  const text = plainPhone(given);
  // The check refuses what a spreadsheet changed: its digits are another number.
  if (spreadsheetArtifact(text, { date: 'figure' })) return text;
  if (text === '' || isLonger(text, PHONE_MAX) || isReceiverPhone(text)) return text;
  const found = readContact(`Tel: ${text}`).parts.receiver_phone?.value ?? '';
  if (!isReceiverPhone(found)) return text;
  marks.guessed('telefono', found, `La tienda dice «${text}». Revisalo`);
  return found;
}

function placeCells(shop: ShopCells, values: FileValues, marks: Marks) {
  const { cells, doubtful, rest, refused } = splitAddress({
    street: shop.street,
    number: shop.street_number.replace(/\.0$/, ''),
    unit: shop.unit,
    second: shop.second_line,
    known: [shop.city, shop.neighborhood, shop.zip, shop.province, shop.country],
  });
  if (refused) marks.wrong('calle', cells.calle, refused);
  const written = [shop.street, shop.street_number, shop.unit, shop.second_line].filter(Boolean).join(' · ');
  for (const column of doubtful) marks.guessed(column, cells[column], addressDivisionReason(shortened(written)));
  const city = shop.city || shop.neighborhood;
  const isAbroad = shop.country !== '' && !isArgentina(shop.country);
  const province = readProvince(shop.province)?.name ?? shop.province;
  const place = {
    ...cells,
    entre_calle_1: cells.entre_calle_1 || values.entre_calle_1,
    // The server must refuse the order too: the country keeps the province from being one of ours, unless a CPA names it.
    cp: isAbroad ? (parseZip(shop.zip)?.digits ?? shop.zip) : plainZip(shop.zip),
    localidad: city,
    provincia: isAbroad ? `${province} (país: ${shop.country})` : province,
    barrio: takeCodePoints(shop.neighborhood || cells.barrio || city, NEIGHBORHOOD_MAX),
    observaciones: observationsOf(shop, rest, marks),
  };
  if (isAbroad) {
    marks.wrong('provincia', place.provincia, `Va a ${shop.country}: los envíos son dentro de la Argentina`);
  }
  return place;
}

function observationsOf(shop: ShopCells, rest: string, marks: Marks): string {
  const isName = !isDocument(shop.company) && fold(shop.company) !== fold(shop.receiver);
  const company = isName ? shop.company : '';
  const parts = [wholeNumberLine(shop.order), company, rest, shop.note].filter((part) => part !== '');
  const text = parts.join('\n');
  const cut = takeCodePoints(text, OBSERVATIONS_MAX);
  if (cut !== text) marks.guessed('observaciones', cut, `No entra entero, sigue: «${text.slice(cut.length)}»`);
  return cut;
}

function declaredValue(order: ShopOrder, values: FileValues, marks: Marks): string {
  const { text, doubt, wrong } = orderValue(order);
  if (wrong) {
    marks.wrong('valor', text, wrong);
    return text;
  }
  if (text === '0') return values.valor;
  if (!isInPesos(order)) {
    marks.wrong('valor', '', `La tienda lo da en ${order.cells.currency}: ${text}. Poné el valor en pesos`);
    return '';
  }
  if (doubt) marks.guessed('valor', text, doubt);
  return text;
}

/** The units of one product in a shipment. */
interface ShopItem {
  row: number;
  sku: string;
  quantity: string;
  /** Why a person has to check the quantity. */
  doubt: string | null;
  /** Rows of the file that contain the product. */
  from: readonly number[];
}

/** Returns whether an order is sent with its value alone because a SKU isn't in the catalogue. */
export function losesItems(order: ShopOrder, format: ShopFormat, values: FileValues, products: Catalogue): boolean {
  if (products === undefined || isPrepared(values)) return false;
  return shipmentOf(order, format).rows.some(({ cells: { sku } }) => sku !== '' && !products.has(foldedKey(sku)));
}

/** Returns an order with the rows whose items are still to be sent; with all of them if none is. */
function shipmentOf(order: ShopOrder, format: ShopFormat): ShopOrder {
  const rows = order.rows.filter(({ cells }) => format.isPending(cells));
  return rows.length > 0 ? { ...order, rows } : order;
}

function isPrepared(values: FileValues): boolean {
  const mode = deliveryModeId(values.modo_entrega);
  return mode !== null && isFulfillmentMode(mode);
}

/** Returns the shipment's items by product; null if one of them isn't in the catalogue: then only their value is known. */
function itemsOf({ rows }: ShopOrder, values: FileValues, products: Catalogue): ShopItem[] | null {
  const skus = rows.map(({ cells: { sku } }) => sku);
  if (!keepsItems(skus, products) && !isPrepared(values)) return null;
  const items = new Map<string, ShopItem>();
  for (const { row, cells } of rows) {
    const key = foldedKey(cells.sku);
    const item = items.get(key);
    const from = [...(item?.from ?? []), row];
    const first = item ?? { row, sku: cells.sku, quantity: '0', doubt: null };
    items.set(key, { ...first, ...addUnits(first, cells.quantity), from });
  }
  return [...items.values()];
}

/** Adds the units of a row to an item. A quantity that is no number stays, for the check to refuse. */
function addUnits({ quantity, doubt }: Pick<ShopItem, 'quantity' | 'doubt'>, more: string) {
  const units = readUnits(more);
  if (Number.isNaN(Number(quantity))) return { quantity, doubt };
  if ('wrong' in units) return { quantity: more, doubt };
  const added = units.doubt ? `Cantidad «${more}»: ${units.doubt}` : null;
  return { quantity: String(Number(quantity) + units.value), doubt: doubt ?? added };
}
