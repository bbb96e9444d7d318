import { packageText } from '#shared/kit/text/format.ts';
import { type QuotedPackage, quote, type Tariff, zoneOf } from '#shared/money/rules/tariff.ts';
import { billedWeight, type Package } from '#shared/money/rules/volumetric-weight.ts';

/** Weight and size of a shipment as the provider measured them, in whole grams and cm. The size is null if only the weight was measured. */
export interface Measurement {
  grams: number;
  lengthCm: number | null;
  widthCm: number | null;
  heightCm: number | null;
}

/** Returns a shipment with its measured values instead of the declared ones. */
const asMeasured = <P extends Package>(declared: P, measured: Measurement): P => ({
  ...declared,
  grams: measured.grams,
  lengthCm: measured.lengthCm ?? declared.lengthCm,
  widthCm: measured.widthCm ?? declared.widthCm,
  heightCm: measured.heightCm ?? declared.heightCm,
});

/** By how many times each size, and the billed weight, may exceed what was declared before a measurement waits for a person. */
const MEASURED_FACTOR = 4;

/** What a measurement may exceed in addition, so that small shipments with rough declarations don't wait. */
const MEASURED_SLACK = { cm: 30, grams: 2500 };

/**
 * Whether a measurement exceeds what was declared so far that it is probably a wrong unit or a typing error, such as mm as cm: a
 * person has to confirm it before it is billed.
 */
export function isDoubtfulMeasurement(declared: Package, measured: Measurement): boolean {
  const real = asMeasured(declared, measured);
  const exceeds = (value: number, before: number, slack: number) => value > MEASURED_FACTOR * before + slack;
  const sizes = ['lengthCm', 'widthCm', 'heightCm'] as const;
  // In the order of their sizes, because a shipment may be measured the other way up.
  const [before, after] = [declared, real].map((shipment) => sizes.map((size) => shipment[size]).sort((a, b) => a - b));
  const isLarge = (after ?? []).some((size, index) => exceeds(size, before?.[index] ?? 0, MEASURED_SLACK.cm));
  const [billedBefore, billedAfter] = [declared, real].map((shipment) => billedWeight(shipment).billedGrams);
  return isLarge || exceeds(billedAfter ?? 0, billedBefore ?? 0, MEASURED_SLACK.grams);
}

/**
 * Returns what measured weight and size add to the cost of a shipment, in cents: the difference of both prices by the order's tariff. 0 if
 * the tariff doesn't bill differences, if the billed weight is within its tolerance, and for a shipment that turned out lighter.
 *
 * @param province letter of the destination's province; null for an unknown one, which has no price
 * @returns null for a price that is too large to be exact
 */
export function measuredAdjustment(
  tariff: Tariff,
  province: string | null,
  declared: QuotedPackage,
  measured: Measurement | null,
): number | null {
  const tolerance = tariff.measuredTolerancePercent ?? null;
  if (!measured || tolerance === null || province === null) return 0;
  const real = asMeasured(declared, measured);
  const tolerated = billedWeight(declared).billedGrams * (100 + tolerance);
  if (billedWeight(real).billedGrams * 100 <= tolerated) return 0;
  if (!zoneOf(tariff, province)) return 0;
  const [before, after] = [declared, real].map((shipment) => quote(tariff, province, [shipment])?.totalCents);
  return before === undefined || after === undefined ? null : Math.max(0, after - before);
}

/** Describes what was declared and what was measured: 'declarado 30 × 20 × 10 cm, 1 kg, controlado 40 × 30 × 20 cm, 3,4 kg'. */
export function measuredText(declared: Package, measured: Measurement): string {
  const [before, after] = [declared, asMeasured(declared, measured)].map((shipment) => {
    const { lengthCm, widthCm, heightCm } = measured.lengthCm === null ? measured : shipment;
    return packageText({ weight: shipment.grams, length: lengthCm, width: widthCm, height: heightCm });
  });
  return `declarado ${before}, controlado ${after}`;
}

/** Whether two measurements are the same; null for none. */
export const sameMeasured = (one: Measurement | null, other: Measurement | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    (['grams', 'lengthCm', 'widthCm', 'heightCm'] as const).every((part) => one[part] === other[part]));
