import { Readable } from 'node:stream';
import type { Config } from '#server/config/config.ts';
import type { Deps } from '#server/domain/deps.ts';
import { lockOrders, refreshFlags } from '#server/domain/order-flags.ts';
import { Download } from '#server/platform/http/download.ts';
import { DEFAULT_LABEL_SETTINGS, normalizeLabelSettings } from '#shared/rules/label-settings.ts';
import { type DeliveredLabel, type LabelRow, recordDeliveries } from './label.store.ts';
import { labelData } from './label-compose.ts';
import type { LabelSettings } from './label-pdf.ts';
import { renderLabels } from './label-worker.ts';

/** How labels are handed over; `startAt` 2 begins on the second half of a sheet that was used before. */
export type LabelOutput = { format: 'pdf'; startAt?: number | null } | { format: 'zpl' };

const MIME = { pdf: 'application/pdf', zpl: 'application/octet-stream' } as const;

/** Dots a mm of the printers' heads. */
export const dotsPerMm = ({ LABEL_DPI }: Pick<Config, 'LABEL_DPI'>) => (LABEL_DPI === '300' ? 12 : 8);

/** The client's print settings, as they hold for a PDF. */
export function pdfSettings(row: Pick<LabelRow, 'settings'> | undefined): LabelSettings {
  const chosen = { ...(row?.settings ?? DEFAULT_LABEL_SETTINGS), default_format: 'pdf' as const };
  const { default_label_size, labels_per_page } = normalizeLabelSettings(chosen);
  return { size: default_label_size, perPage: labels_per_page };
}

/**
 * Labels as a download whose bytes leave as they are drawn. They are printed once the last byte was handed over (readings
 * C22); a download that breaks off stops the drawing and books nothing.
 *
 * @param rows in the order of the paper
 * @param name of the file, without its ending
 */
export async function deliverLabels(
  deps: Deps,
  { clientId }: { clientId: number },
  rows: readonly LabelRow[],
  { name, ...paper }: LabelOutput & { name: string },
  signal: AbortSignal,
): Promise<Download> {
  const labels = rows.map((row) => labelData(deps.config, row));
  const { format } = paper;
  const options = { createdAt: deps.clock(), startAtSecondHalf: format === 'pdf' && paper.startAt === 2 };
  const drawn =
    format === 'pdf'
      ? await renderLabels(clientId, 'pdf', { labels, settings: pdfSettings(rows[0]), options }, signal)
      : await renderLabels(clientId, 'zpl', { labels, dotsPerMm: dotsPerMm(deps.config) }, signal);
  const booked = afterLastByte(drawn, () => markPrinted(deps, clientId, rows, format));
  return new Download(MIME[format], `${name}.${format}`, booked);
}

/**
 * The same bytes, with `done` between the last of them and the end: what the receiver sees complete has been booked, and
 * a download that breaks off books nothing. Nothing is read ahead of the receiver.
 */
export function afterLastByte(bytes: Readable, done: () => Promise<void>): Readable {
  async function* chunks() {
    yield* bytes;
    await done();
  }
  return Readable.from(chunks(), { objectMode: false, highWaterMark: 0 });
}

/** Books labels as handed over: each delivery is kept, and the flags of their orders follow. */
export function markPrinted(
  deps: Deps,
  clientId: number,
  rows: readonly DeliveredLabel[],
  format: 'pdf' | 'zpl' | 'png',
): Promise<void> {
  const orderIds = [...new Set(rows.map((row) => row.order_pk))];
  return deps.db.withClient(clientId, async (trx) => {
    await lockOrders(trx, clientId, orderIds);
    await recordDeliveries(trx, clientId, rows, format, deps.clock());
    await refreshFlags(trx, clientId, orderIds);
    const [id = null, ...more] = orderIds;
    deps.bus.publish(trx, clientId, { kind: 'order', id: more.length > 0 ? null : id });
  });
}
