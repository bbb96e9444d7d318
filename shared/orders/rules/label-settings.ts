export type LabelFormat = 'pdf' | 'zpl';
export type LabelSize = 1 | 2;
export type LabelsPerPage = 1 | 2;

/** Print settings of a client, with the names of the wire (D2 §3). */
export type LabelSettings = {
  default_format: LabelFormat;
  default_label_size: LabelSize;
  labels_per_page: LabelsPerPage;
};

export const DEFAULT_LABEL_SETTINGS: LabelSettings = {
  default_format: 'pdf',
  default_label_size: 1,
  labels_per_page: 1,
};

/** The label sizes (D2 §9), in mm. */
export const LABEL_SIZES: readonly { value: LabelSize; text: string; widthMm: number; heightMm: number }[] = [
  { value: 1, text: '95x125mm', widthMm: 95, heightMm: 125 },
  { value: 2, text: '148x105mm', widthMm: 148, heightMm: 105 },
];

export const LABELS_PER_PAGE: readonly { value: LabelsPerPage; text: string }[] = [
  { value: 1, text: '1 etiqueta por hoja' },
  { value: 2, text: '2 etiquetas por hoja' },
];

/**
 * Corrects chosen print settings (D2 §4): ZPL forces size 1 and one label per page, size 2 forces one label per page.
 */
export function normalizeLabelSettings(chosen: LabelSettings): LabelSettings {
  const default_label_size = chosen.default_format === 'zpl' ? 1 : chosen.default_label_size;
  const single = chosen.default_format === 'zpl' || default_label_size === 2;
  return {
    default_format: chosen.default_format,
    default_label_size,
    labels_per_page: single ? 1 : chosen.labels_per_page,
  };
}

/** Returns the label sizes that a format allows. */
export function labelSizesFor(format: LabelFormat): typeof LABEL_SIZES {
  return LABEL_SIZES.filter(({ value }) => format === 'pdf' || value === 1);
}

/** Returns the allowed numbers of labels per page: two are allowed only for PDF in size 1. */
export function labelsPerPageFor(
  chosen: Pick<LabelSettings, 'default_format' | 'default_label_size'>,
): typeof LABELS_PER_PAGE {
  const two = chosen.default_format === 'pdf' && chosen.default_label_size === 1;
  return LABELS_PER_PAGE.filter(({ value }) => two || value === 1);
}
