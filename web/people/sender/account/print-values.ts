import type { LabelFormat, LabelSettings, LabelSize, LabelsPerPage } from '#shared/orders/rules/label-settings.ts';

/** Print settings as values of select fields. */
export interface PrintValues {
  default_format: LabelFormat;
  default_label_size: `${LabelSize}`;
  labels_per_page: `${LabelsPerPage}`;
}

export function valuesOf({ default_format, default_label_size, labels_per_page }: LabelSettings): PrintValues {
  return { default_format, default_label_size: `${default_label_size}`, labels_per_page: `${labels_per_page}` };
}

/** Describes the printed sheet and why other sizes are not available (D2 §4). */
export function printOutcome({ default_format, default_label_size, labels_per_page }: LabelSettings): string {
  if (default_format === 'zpl') {
    return 'ZPL es para impresoras térmicas: las etiquetas salen en 95x125mm, de a una.';
  }
  if (default_label_size === 2) return 'En 148x105mm entra una sola etiqueta por hoja.';
  return labels_per_page === 2
    ? 'Dos etiquetas de 95x125mm, una al lado de la otra, en una hoja A4.'
    : 'Cada etiqueta en una hoja de su tamaño, 95x125mm.';
}
