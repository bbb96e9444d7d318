import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';
import type { ItemValues, ShipmentValues } from '#web/orders/form/order-values.ts';
import { SIDES } from '#web/orders/product/measures.ts';
import type { Products } from './item-sums.ts';
import { sumsAreComplete } from './item-sums.ts';

/** Sides of a box in cm, the longest first. */
export type Box = readonly [length: number, width: number, height: number];

/** Maximum side of a package (D1 §5). */
const SIDE_MAX = 9999;

/** Maximum number of units: more are counted by pallets. */
const MAX_UNITS = 500;

const boxOf = (...sides: number[]): Box => sides.sort((a, b) => b - a) as unknown as Box;

const volume = ([length, width, height]: Box) => length * width * height;
const surface = ([length, width, height]: Box) => length * width + length * height + width * height;

/** Returns the most compact box: that of the smallest surface. */
const mostCompact = (boxes: readonly Box[]): Box =>
  boxes.reduce((best, box) => (surface(box) < surface(best) ? box : best));

/** Stacks two boxes along one of their sides: the result contains both. */
const stacked = (a: Box, b: Box): Box =>
  mostCompact(
    [0, 1, 2].map((along) =>
      boxOf(...a.map((side, index) => (index === along ? side + (b[index] ?? 0) : Math.max(side, b[index] ?? 0)))),
    ),
  );

/** Arranges boxes of one size in rows, columns and layers. */
function repeated([length, width, height]: Box, count: number): Box {
  const arranged: Box[] = [];
  for (let rows = 1; rows <= count; rows++) {
    for (let columns = 1; rows * columns < count + rows; columns++)
      arranged.push(boxOf(length * rows, width * columns, height * Math.ceil(count / (rows * columns))));
  }
  return mostCompact(arranged);
}

/**
 * Returns sides of a package that surely contains the items, without wrapping; null while an item is incomplete, for more than 500 units,
 * and for more than fits into any package. The smallest two boxes are stacked until one remains.
 */
export function proposedSides(items: readonly ItemValues[], products: Products): Box | null {
  if (items.length === 0 || !sumsAreComplete(items, products)) return null;
  const packed = items.map(({ product_id, quantity }) => ({
    sides: SIDES.map((side) => products.get(product_id)?.[side] ?? 0),
    units: Number(normalizeNumber(quantity)),
  }));
  if (packed.reduce((sum, { units }) => sum + units, 0) > MAX_UNITS) return null;
  let boxes = packed.map(({ sides, units }) => repeated(boxOf(...sides), units));
  while (boxes.length > 1) {
    const [smallest, second, ...others] = boxes.sort((a, b) => volume(a) - volume(b)) as [Box, Box, ...Box[]];
    boxes = [...others, stacked(smallest, second)];
  }
  const [box] = boxes as [Box];
  return box[2] >= 1 && box[0] <= SIDE_MAX ? box : null;
}

/** Returns whether the sides are still empty, those of one of the products, or `accepted`: nobody typed them. */
export function areUntyped(shipment: ShipmentValues, products: Products, accepted: Box | null): boolean {
  const typed = SIDES.map((side) => normalizeNumber(shipment[side]));
  if (typed.every((side) => side === '')) return true;
  const known = shipment.items.flatMap(({ product_id }) => products.get(product_id) ?? []);
  return [...known.map((product) => boxOf(...SIDES.map((side) => product[side]))), accepted].some(
    (box) => box !== null && isBox(typed, box),
  );
}

/** Returns whether typed sides are those of a box, in whatever order. */
export const isBox = (typed: readonly string[], box: Box): boolean =>
  typed.every((side) => side !== '') && boxOf(...typed.map(Number)).every((side, index) => side === box[index]);
