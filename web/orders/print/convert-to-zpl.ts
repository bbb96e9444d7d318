import { messages } from '#shared/messages.ts';
import { labelsToZpl, labelToZpl } from '#shared/orders/label-conversion.ts';
import { call } from '#web/lib/api.ts';
import { fileInDataUrl } from './data-url.ts';

/** URLs of label pictures; a label without one is left out. */
export type Pictures = readonly (string | null | undefined)[];

/** Upper left corner of the label, in dots (D1 §9). */
const CORNER = { fo_x: 10, fo_y: 10 };

/** Converts label pictures to ZPL with the conversion service (D1 §7), which exists with every gateway. */
export async function convertToZpl(pictures: Pictures, { signal }: { signal: AbortSignal }): Promise<Blob> {
  const labels = pictures.flatMap((png_label) => (png_label ? [{ png_label, ...CORNER }] : []));
  const [singleLabel] = labels;
  const answer =
    singleLabel && labels.length === 1
      ? await call(labelToZpl, { body: singleLabel, signal })
      : await call(labelsToZpl, { body: { labels }, signal });
  const file = fileInDataUrl(answer.results ?? '');
  if (!file) throw new Error(messages.unavailable);
  return file;
}
