import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { type LabelSettings, normalizeLabelSettings } from '#shared/orders/rules/label-settings.ts';
import type { readPrintConfig } from '#shared/people/account.ts';

const isTwo = (value: unknown) => String(value) === '2';

/** Parses label settings; missing or unknown values become the defaults (D2 §9). */
export function settingsOf(read: { [Key in keyof LabelSettings]?: unknown }): LabelSettings {
  return normalizeLabelSettings({
    default_format: String(read.default_format).toLowerCase() === 'zpl' ? 'zpl' : 'pdf',
    default_label_size: isTwo(read.default_label_size) ? 2 : 1,
    labels_per_page: isTwo(read.labels_per_page) ? 2 : 1,
  });
}

/** Returns the settings of a reply; null without settings. */
export function printConfigOf(
  reply: Partial<ReplyOf<typeof readPrintConfig>>,
): { id: number; settings: LabelSettings } | null {
  return reply.id === undefined ? null : { id: reply.id, settings: settingsOf(reply) };
}
