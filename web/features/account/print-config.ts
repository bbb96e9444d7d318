import type { readPrintConfig } from '#shared/account.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import {
  forceLabelSettings,
  type LabelFormat,
  type LabelSettings,
  type LabelSize,
  type LabelsPerPage,
} from '#shared/rules/label-settings.ts';

/** The print settings as selects hold them. */
export interface PrintValues {
  default_format: LabelFormat;
  default_label_size: `${LabelSize}`;
  labels_per_page: `${LabelsPerPage}`;
}

const isTwo = (value: unknown) => String(value) === '2';

/** Settings of whatever reads so; what is neither specified nor known counts as the default (D2 §9). */
export function settingsOf(read: { [Key in keyof LabelSettings]?: unknown }): LabelSettings {
  return forceLabelSettings({
    default_format: String(read.default_format).toLowerCase() === 'zpl' ? 'zpl' : 'pdf',
    default_label_size: isTwo(read.default_label_size) ? 2 : 1,
    labels_per_page: isTwo(read.labels_per_page) ? 2 : 1,
  });
}

export function valuesOf({ default_format, default_label_size, labels_per_page }: LabelSettings): PrintValues {
  return { default_format, default_label_size: `${default_label_size}`, labels_per_page: `${labels_per_page}` };
}

/** The settings that a gateway answered, under `results` or at the top; null when there are none. */
export function printConfigOf(
  reply: Partial<ReplyOf<typeof readPrintConfig>>,
): { id: number; settings: LabelSettings } | null {
  const config = { ...reply, ...reply.results };
  return config.id === undefined ? null : { id: config.id, settings: settingsOf(config) };
}

/** What comes out of the printer, and why nothing else can be chosen (D2 §4). */
export function outcomeOf({ default_format, default_label_size, labels_per_page }: LabelSettings): string {
  if (default_format === 'zpl') {
    return 'ZPL es para impresoras térmicas: las etiquetas salen en 95x125mm, de a una.';
  }
  if (default_label_size === 2) return 'En 148x105mm entra una sola etiqueta por hoja.';
  return labels_per_page === 2
    ? 'Dos etiquetas de 95x125mm, una al lado de la otra, en una hoja A4.'
    : 'Cada etiqueta en una hoja de su tamaño, 95x125mm.';
}
