import { packageText } from '#shared/format.ts';
import { type QuotedPackage, quote, type Tariff } from './tariff.ts';
import { billedWeight, type Package } from './volumetric-weight.ts';

/** Weight and size of a parcel as the provider measured them, in whole grams and cm. The size is null if only the weight was measured. */
export interface MeasuredParcel {
  grams: number;
  lengthCm: number | null;
  widthCm: number | null;
  heightCm: number | null;
}

/** Returns a parcel with its measured values instead of the declared ones. */
const asMeasured = <P extends Package>(declared: P, measured: MeasuredParcel): P => ({
  ...declared,
  grams: measured.grams,
  lengthCm: measured.lengthCm ?? declared.lengthCm,
  widthCm: measured.widthCm ?? declared.widthCm,
  heightCm: measured.heightCm ?? declared.heightCm,
});

/**
 * Returns what measured weight and size add to the cost of a parcel, in cents: the difference of both prices by the order's tariff. 0 if
 * the tariff doesn't bill differences, if the billed weight is within its tolerance, and for a parcel that turned out lighter.
 *
 * @param province letter of the destination's province; null for an unknown one, which has no price
 */
export function measuredAdjustment(
  tariff: Tariff,
  province: string | null,
  declared: QuotedPackage,
  measured: MeasuredParcel | null,
): number {
  const tolerance = tariff.measuredTolerancePercent ?? null;
  if (!measured || tolerance === null || province === null) return 0;
  const real = asMeasured(declared, measured);
  const tolerated = billedWeight(declared).billedGrams * (100 + tolerance);
  if (billedWeight(real).billedGrams * 100 <= tolerated) return 0;
  const [before, after] = [declared, real].map((parcel) => quote(tariff, province, [parcel])?.totalCents ?? 0);
  return Math.max(0, (after ?? 0) - (before ?? 0));
}

/** Describes what was declared and what was measured: 'declarado 30 × 20 × 10 cm, 1 kg, controlado 40 × 30 × 20 cm, 3,4 kg'. */
export function measuredText(declared: Package, measured: MeasuredParcel): string {
  const [before, after] = [declared, asMeasured(declared, measured)].map((parcel) => {
    const { lengthCm, widthCm, heightCm } = measured.lengthCm === null ? measured : parcel;
    return packageText({ weight: parcel.grams, length: lengthCm, width: widthCm, height: heightCm });
  });
  return `declarado ${before}, controlado ${after}`;
}

/** Whether two measurements are the same; null for none. */
export const sameMeasured = (one: MeasuredParcel | null, other: MeasuredParcel | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    (['grams', 'lengthCm', 'widthCm', 'heightCm'] as const).every((part) => one[part] === other[part]));
