import { type NumberUnit, normalNumber } from '#shared/bulk/cells/read-number.ts';
import { zipOfCells } from '#shared/bulk/cells/zip-of-cells.ts';
import { isAbroad, withoutArgentina } from '#shared/bulk/doubts/place-abroad.ts';
import { shortApartment, shortFloor } from '#shared/bulk/doubts/short-unit.ts';
import { streetWithoutNumber } from '#shared/bulk/doubts/street-doubts.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkCells, BulkColumn } from '#shared/bulk/layout/columns.ts';
import { takeCodePoints } from '#shared/kit/text/code-points.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { DELIVERY_MODES, deliveryModeId } from '#shared/orders/rules/delivery-modes.ts';
import { type Province, provinceByLetter, provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { resemblesProvince } from '#shared/orders/rules/place/resembles-province.ts';
import { type ListedZips, zipProvinces } from '#shared/orders/rules/place/zip-province.ts';
import { type CellError, shortened } from './errors.ts';
import { hasProduct, mergeRows } from './merge-rows.ts';

/** Columns with numbers. */
const NUMBERS: Partial<Record<BulkColumn, NumberUnit>> = {
  largo_cm: 'cm',
  ancho_cm: 'cm',
  alto_cm: 'cm',
  peso_g: 'grams',
  valor: 'pesos',
  cantidad: 'units',
};

/** Marks the numbers of a row that have to be written again, and those that may be others. */
export function numberMarks({ row, cells }: BulkRow): { problems: CellError[]; doubts: CellError[] } {
  const problems: CellError[] = [];
  const doubts: CellError[] = [];
  for (const [column, unit] of Object.entries(NUMBERS) as [BulkColumn, NumberUnit][]) {
    const { doubt, wrong } = normalNumber(cells[column], unit);
    const value = shortened(cells[column]);
    if (wrong) problems.push({ row, column, value, reason: wrong });
    if (doubt) doubts.push({ row, column, value, reason: doubt });
  }
  return { problems, doubts };
}

/**
 * Returns the province by which an order's postal code decides where the cell is empty, or names one in a spelling that isn't known: the
 * code is listed for a single one, which the cell resembles. Null where the cell or a CPA says it, and where only a person can.
 */
export function provinceOfZip(cells: BulkCells, zips: ListedZips | undefined): Province | null {
  const { provincia } = cells;
  const zip = zipOfCells(cells);
  if (!zip || zip.province || readProvince(withoutArgentina(provincia)) || isAbroad(provincia)) return null;
  const listed = zips?.get(zip.digits);
  const [only, ...others] = listed ? zipProvinces(zip, listed) : [];
  const province = only && others.length === 0 ? provinceByLetter(only) : null;
  return province && (provincia === '' || resemblesProvince(provincia, province)) ? province : null;
}

/** Returns the name of a province that a cell abbreviates or writes with its country, and any other text unchanged. */
const plainProvince = (text: string) =>
  provinceByName(text) ? text : (readProvince(withoutArgentina(text))?.name ?? text);

/**
 * Returns an order as a call would send it, for the contract to parse. Its items name products by SKU.
 *
 * @param cells those of all its rows (`mergeRows`)
 * @param province what the postal code says (`provinceOfZip`)
 */
export function orderInput(cells: BulkCells, shipmentRows: readonly (readonly BulkRow[])[], province: Province | null) {
  return {
    order_id: cells.nro_orden,
    delivery_mode: modeOf(cells.modo_entrega),
    sender_name: '',
    receiver: {
      first_name: cells.nombre,
      last_name: cells.apellido,
      // Both names and the blank between them may exceed the field's limit by one.
      receiver_name: takeCodePoints(`${cells.nombre} ${cells.apellido}`, 60).trim(),
      document: cells.documento,
      email: cells.email,
      receiver_phone: cells.telefono,
      address: {
        street_name: streetWithoutNumber(cells),
        street_number: cells.altura,
        floor: shortFloor(cells.piso),
        apartment: shortApartment(cells.dpto),
        between_1: cells.entre_calle_1,
        between_2: cells.entre_calle_2,
        zip_code: zipOfCells(cells)?.written ?? cells.cp,
        state: province?.name ?? plainProvince(cells.provincia),
        city: cells.localidad,
        neighborhood_name: cells.barrio,
        other_info: cells.observaciones,
      },
    },
    shipments: shipmentRows.map((shipment) => {
      const of = mergeRows(shipment);
      // The products decide weight and value (readings S18), whatever their rows have in these columns.
      const summed = shipment.every(hasProduct) ? '1' : '';
      return {
        length: normalNumber(of.largo_cm, 'cm').text,
        width: normalNumber(of.ancho_cm, 'cm').text,
        height: normalNumber(of.alto_cm, 'cm').text,
        weight: summed || normalNumber(of.peso_g, 'grams').text,
        items_value: summed || normalNumber(of.valor, 'pesos').text,
        items: shipment.filter(({ cells: { sku, cantidad } }) => sku !== '' || cantidad !== '').map(itemOf),
      };
    }),
  };
}

/** Builds the item of a row; the quantity defaults to one. */
function itemOf({ cells: { sku, cantidad } }: BulkRow) {
  return { product_id: null, sku, item: sku, quantity: cantidad === '' ? '1' : normalNumber(cantidad, 'units').text };
}

/** Reads a mode by its id or its name; the contract refuses any other text. */
function modeOf(text: string): string {
  const id = deliveryModeId(text) ?? DELIVERY_MODES.find(({ name }) => fold(name) === fold(text))?.id;
  return id === undefined ? text : String(id);
}
