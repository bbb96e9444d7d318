import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { Config } from '#server/config/config.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { lockOrders, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { makePromises } from '#server/orders/domain/movement/promises.ts';
import { Download } from '#server/platform/http/response/download.ts';
import { nextCollection } from '#shared/orders/rules/due/promise.ts';
import { DEFAULT_LABEL_SETTINGS, normalizeLabelSettings } from '#shared/orders/rules/label-settings.ts';
import { labelData } from './drawing/label-compose.ts';
import type { LabelSettings } from './drawing/label-pdf.ts';
import { renderLabels } from './drawing/label-worker.ts';
import type { SkuList } from './drawing/sku-list.ts';
import { type DeliveredLabel, type LabelRow, recordDeliveries } from './label.store.ts';

/**
 * Output of labels. `startAt` 2 starts on the second half of a sheet whose first half was used before. `skuList` is the picking
 * list on the first pages; commands of a label printer have none.
 */
export type LabelOutput = { format: 'pdf'; startAt?: number | null; skuList?: SkuList | null } | { format: 'zpl' };

/** Content type of each format. */
export const MIME = { pdf: 'application/pdf', zpl: 'application/octet-stream' } as const;

/** Returns the resolution of the label printers in dots per mm. */
export const dotsPerMm = ({ LABEL_DPI }: Pick<Config, 'LABEL_DPI'>) => (LABEL_DPI === '300' ? 12 : 8);

/** Returns the client's print settings, normalised for PDF. */
export function pdfSettings(row: Pick<LabelRow, 'settings'> | undefined): LabelSettings {
  const chosen = { ...(row?.settings ?? DEFAULT_LABEL_SETTINGS), default_format: 'pdf' as const };
  const { default_label_size, labels_per_page } = normalizeLabelSettings(chosen);
  return { size: default_label_size, perPage: labels_per_page };
}

/**
 * Streams labels as a download while they are rendered. They count as printed once the last byte is sent (readings
 * C22). An interrupted download stops the rendering and records nothing.
 *
 * @param rows in print order
 * @param name file name without extension
 */
export async function deliverLabels(
  deps: Deps,
  { clientId }: { clientId: number },
  rows: readonly LabelRow[],
  { name, ...output }: LabelOutput & { name: string },
  signal: AbortSignal,
): Promise<Download> {
  const { format } = output;
  const rendered = await renderFile(deps, clientId, rows, output, signal);
  const recorded = afterLastByte(rendered, () => markPrinted(deps, clientId, rows, format));
  return new Download(MIME[format], `${name}.${format}`, recorded);
}

/** Renders labels of a client in one file, in the settings of the first row. @param rows in print order */
export function renderFile(
  deps: Deps,
  clientId: number,
  rows: readonly LabelRow[],
  output: LabelOutput,
  signal: AbortSignal,
): Promise<Readable> {
  const labels = rows.map((row) => labelData(deps.config, row));
  if (output.format === 'zpl') {
    return renderLabels(clientId, 'zpl', { labels, dotsPerMm: dotsPerMm(deps.config) }, signal);
  }
  const options = {
    createdAt: deps.clock(),
    startAtSecondHalf: output.startAt === 2,
    skuList: output.skuList ?? null,
  };
  return renderLabels(clientId, 'pdf', { labels, settings: pdfSettings(rows[0]), options }, signal);
}

/**
 * Returns a stream of `bytes` that calls `done` after the last byte and before the end: a complete download is always
 * recorded, an interrupted one never. Doesn't read ahead (`highWaterMark: 0`).
 */
export function afterLastByte(bytes: Readable, done: () => Promise<void>): Readable {
  // The stream is read outside of the call's context, which the audit trail needs.
  const inContext = AsyncLocalStorage.snapshot();
  async function* chunks() {
    yield* bytes;
    await inContext(done);
  }
  return Readable.from(chunks(), { objectMode: false, highWaterMark: 0 });
}

/** Records the delivery of labels, promises days of delivery for those printed first, and refreshes the flags of their orders. */
export function markPrinted(
  deps: Deps,
  clientId: number,
  rows: readonly DeliveredLabel[],
  format: 'pdf' | 'zpl' | 'png',
): Promise<void> {
  const orderIds = [...new Set(rows.map((row) => row.order_pk))];
  const now = deps.clock();
  const collection = nextCollection(now, deps.config.COLLECTION_CUTOFF);
  return deps.db.withClient(clientId, async (trx) => {
    await lockOrders(trx, clientId, orderIds);
    await recordDeliveries(trx, clientId, rows, format, now);
    const calendar = await readCalendar(trx);
    const printed = rows.map(({ shipment_id: id }) => ({ id, collection }));
    await makePromises(trx, clientId, printed, calendar);
    await refreshFlags(trx, clientId, orderIds, null, calendar);
    const labels = rows.map(({ label }) => label);
    deps.events.record(trx, clientId, 'shipment.label_printed', { labels, orderIds, format });
  });
}
