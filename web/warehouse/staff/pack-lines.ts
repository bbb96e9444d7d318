import { shortened } from '#shared/bulk/rows/errors.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { readBarcode } from '#shared/orders/rules/code/barcode.ts';
import { asReadByScanner, parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import { goodsLocation } from '#shared/warehouse/rules/fulfillment-status.ts';
import type { StaffFulfillmentDetail } from '#shared/warehouse/staff-fulfillment.ts';

/** Scanned units that aren't saved yet, by SKU (`foldedKey`). */
export type PackedUnits = Readonly<Record<string, number>>;

type Packable = Pick<StaffFulfillmentDetail, 'shipments'>;

/** An item of a shipment with its counter. */
export interface PackLine {
  shipment_id: string;
  sku: string;
  /** Bar code that stands for the SKU; empty if no code does. */
  barcode: string;
  description: string;
  requested: number;
  /** Units in the shipment: saved ones and scanned ones. */
  packed: number;
  lots: StaffFulfillmentDetail['shipments'][number]['lots'];
}

/** Returns the shipments of an order that the warehouse packs: all but cancelled and expired ones. */
export const packedShipments = ({ shipments }: Packable) =>
  shipments.filter(({ state }) => goodsLocation(stateByText(state)) !== 'released');

/**
 * Returns the items of an order's shipments. Scanned units of a SKU are counted in the first shipment that lacks units of it: the gateway gets
 * totals by SKU and distributes them in the same way.
 */
export function packLines(order: Packable, units: PackedUnits): PackLine[] {
  const left = new Map(Object.entries(units));
  return packedShipments(order).flatMap(({ shipment_id, items, lots }) =>
    items.map(({ sku, barcode, description, requested, prepared }) => {
      const key = foldedKey(sku);
      const scanned = Math.min(left.get(key) ?? 0, requested - prepared);
      left.set(key, (left.get(key) ?? 0) - scanned);
      const ownLots = lots.filter((lot) => foldedKey(lot.sku) === key);
      return { shipment_id, sku, barcode, description, requested, packed: prepared + scanned, lots: ownLots };
    }),
  );
}

/** Returns the units that are missing of each SKU, without complete ones. */
export function missingUnits(lines: readonly PackLine[]): { sku: string; units: number }[] {
  return sumBySku(lines, ({ requested, packed }) => requested - packed)
    .map(({ sku, quantity }) => ({ sku, units: quantity }))
    .filter(({ units }) => units > 0);
}

/** Returns the total of packed units of each SKU, as the gateway saves them. */
export const packedTotals = (lines: readonly PackLine[]) => sumBySku(lines, ({ packed }) => packed);

function sumBySku(lines: readonly PackLine[], unitsOf: (line: PackLine) => number) {
  return [...Map.groupBy(lines, ({ sku }) => foldedKey(sku)).values()].map((own) => ({
    sku: own[0]?.sku ?? '',
    quantity: own.reduce((sum, line) => sum + unitsOf(line), 0),
  }));
}

/** Result of a scan: the units with the new one and the item's count, or null and why the scan was refused and what to do. */
export type ScanOutcome = { packed: PackedUnits; text: string } | { packed: null; text: string };

/**
 * Adds a unit of the product whose SKU or bar code was scanned. Refuses the code of a product that the order lacks, and units that exceed
 * the requested ones. A code that fits no item is read a second time as a scanner with a US keyboard types it on a Spanish computer.
 */
export function scanUnit(order: Packable, units: PackedUnits, code: string): ScanOutcome {
  const lines = packLines(order, units);
  const key = foldedKey(skuOf(lines, code) ?? skuOf(lines, asReadByScanner(code)) ?? code);
  const own = lines.filter(({ sku }) => foldedKey(sku) === key);
  const next = own.find(({ packed, requested }) => packed < requested);
  if (next) {
    const text = counterText(lines, { ...next, packed: next.packed + 1 });
    return { packed: { ...units, [key]: (units[key] ?? 0) + 1 }, text };
  }
  return { packed: null, text: refusalText(own, code) };
}

/**
 * Returns the SKU of the item to which a code belongs; undefined if no item has it. SKUs are compared before bar codes, as the gateway
 * does. The gateway sends no bar code that may also be read as another product's SKU, so the items alone suffice to decide.
 */
function skuOf(lines: readonly PackLine[], code: string): string | undefined {
  const key = foldedKey(code);
  const digits = readBarcode(code);
  const isCodeOf = ({ barcode }: PackLine) =>
    /^\d+$/.test(barcode) ? barcode === digits : barcode !== '' && foldedKey(barcode) === key;
  return (lines.find(({ sku }) => foldedKey(sku) === key) ?? lines.find(isCodeOf))?.sku;
}

/** Removes a unit of a SKU that isn't saved yet, from the last shipment that has one. Returns the other units and the item's count. */
export function takeOutUnit(order: Packable, units: PackedUnits, sku: string): { packed: PackedUnits; text: string } {
  const { [foldedKey(sku)]: scanned = 0, ...others } = units;
  const packed = scanned > 1 ? { ...others, [foldedKey(sku)]: scanned - 1 } : others;
  const before = packLines(order, units);
  const lines = packLines(order, packed);
  const changed = lines.find((line, place) => line.packed !== before[place]?.packed);
  return { packed, text: changed ? `Quitaste una unidad. ${counterText(lines, changed)}` : '' };
}

/** Returns the count of an item in words, with its shipment if the order has several. */
function counterText(lines: readonly PackLine[], { shipment_id, sku, packed, requested }: PackLine): string {
  const shipment = new Set(lines.map((line) => line.shipment_id)).size > 1 ? `, paquete ${shipment_id}` : '';
  return `${sku}: ${packed} de ${requested}${shipment}`;
}

function refusalText(own: readonly PackLine[], code: string): string {
  const [first] = own;
  if (first) {
    const requested = own.reduce((sum, line) => sum + line.requested, 0);
    const complete = requested === 1 ? 'La unidad' : `Las ${requested} unidades`;
    const are = requested === 1 ? 'ya está preparada' : 'ya están preparadas';
    return `${complete} de ${first.sku} ${are}. Sacá la que sobra del paquete.`;
  }
  if (parseScannedLabel(code)) return 'Leíste la etiqueta de un envío. Escaneá el código del producto.';
  return `«${shortened(code)}» no es de este pedido. Dejalo aparte y escaneá otro producto.`;
}
