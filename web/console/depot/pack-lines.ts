import { shortened } from '#shared/bulk/errors.ts';
import type { OperatorFulfillmentDetail } from '#shared/ops/fulfillment.ts';
import { readBarcode } from '#shared/rules/barcode.ts';
import { goodsLocation } from '#shared/rules/fulfillment-status.ts';
import { asReadByScanner, parseScannedId } from '#shared/rules/scanned-id.ts';
import { stateByText } from '#shared/rules/shipment-states.ts';
import { parseLabel } from '#shared/rules/tracking-id.ts';
import { foldedKey } from '#shared/rules/typed-key.ts';

/** Units that were scanned and not saved, by SKU (`foldedKey`). */
export type PackedUnits = Readonly<Record<string, number>>;

type Packable = Pick<OperatorFulfillmentDetail, 'shipments'>;

/** An item of a parcel with its counter. */
export interface PackLine {
  shipment_id: string;
  sku: string;
  /** Empty without one. */
  barcode: string;
  description: string;
  requested: number;
  /** Units in the parcel: saved ones and scanned ones. */
  packed: number;
  lots: OperatorFulfillmentDetail['shipments'][number]['lots'];
}

/** Returns the parcels of an order that the warehouse packs: all but cancelled and expired ones. */
export const packedShipments = ({ shipments }: Packable) =>
  shipments.filter(({ state }) => goodsLocation(stateByText(state)) !== 'released');

/** Returns the items of an order's parcels. Scanned units fill the parcels in their order, as the gateway counts them. */
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

/** What a scan does: the unit goes into a parcel, or it is refused with a sentence that says what to do. */
export type ScanOutcome = { packed: PackedUnits; text: string } | { packed: null; text: string };

/** Adds the unit of a scanned SKU or bar code. Refuses a code of another product, and a unit more than requested. */
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

/** Returns the SKU of an order's items that a code is, or whose bar code it is; undefined for any other code. */
function skuOf(lines: readonly PackLine[], code: string): string | undefined {
  const barcode = readBarcode(code);
  const line =
    lines.find(({ sku }) => foldedKey(sku) === foldedKey(code)) ??
    lines.find((one) => one.barcode !== '' && one.barcode === barcode);
  return line?.sku;
}

/** Takes out a scanned unit of a SKU: the one that was counted last. */
export function takeOutUnit(order: Packable, units: PackedUnits, sku: string): { packed: PackedUnits; text: string } {
  const { [foldedKey(sku)]: scanned = 0, ...others } = units;
  const packed = scanned > 1 ? { ...others, [foldedKey(sku)]: scanned - 1 } : others;
  const before = packLines(order, units);
  const lines = packLines(order, packed);
  const changed = lines.find((line, place) => line.packed !== before[place]?.packed);
  return { packed, text: changed ? `Quitaste una unidad. ${counterText(lines, changed)}` : '' };
}

/** The count of an item, with its parcel if the order has several. */
function counterText(lines: readonly PackLine[], { shipment_id, sku, packed, requested }: PackLine): string {
  const parcel = new Set(lines.map((line) => line.shipment_id)).size > 1 ? `, paquete ${shipment_id}` : '';
  return `${sku}: ${packed} de ${requested}${parcel}`;
}

function refusalText(own: readonly PackLine[], code: string): string {
  const [first] = own;
  if (first) {
    const requested = own.reduce((sum, line) => sum + line.requested, 0);
    const complete = requested === 1 ? 'La unidad' : `Las ${requested} unidades`;
    const are = requested === 1 ? 'ya está preparada' : 'ya están preparadas';
    return `${complete} de ${first.sku} ${are}. Sacá la que sobra del paquete.`;
  }
  const id = parseScannedId(code);
  if (id !== null && parseLabel(id)) return 'Leíste la etiqueta de un envío. Escaneá el código del producto.';
  return `«${shortened(code)}» no es de este pedido. Dejalo aparte y escaneá otro producto.`;
}
