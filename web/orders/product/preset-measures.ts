import type { PackagePreset } from '#shared/orders/product/package-presets.ts';
import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';
import { type Measures, PRESET_MEASURES, SIDES } from './measures.ts';

export const NO_MEASURES: Measures = { length: '', width: '', height: '', weight: '' };

/** Returns a preset's measures as form values. */
export const measuresOf = (preset: PackagePreset): Measures => ({
  length: String(preset.length),
  width: String(preset.width),
  height: String(preset.height),
  weight: String(preset.weight),
});

/** Returns whether typed measures are those of a preset; without the weight where items determine it. */
export function isOfPreset(typed: Measures, preset: PackagePreset, weighed: boolean): boolean {
  const preferred = measuresOf(preset);
  return (weighed ? PRESET_MEASURES : SIDES).every((name) => normalizeNumber(typed[name]) === preferred[name]);
}

/** Formats the sides: '30 × 20 × 10 cm'. */
export const sidesText = ({ length, width, height }: Omit<PackagePreset, 'id' | 'name' | 'weight'>) =>
  `${length} × ${width} × ${height} cm`;
