/** Sides of a package. */
export const SIDES = ['length', 'width', 'height'] as const;

/** Measures of a package that a preset contains. */
export const PRESET_MEASURES = [...SIDES, 'weight'] as const;

/** Measures as they were typed: cm and grams. */
export type Measures = Record<(typeof PRESET_MEASURES)[number], string>;
