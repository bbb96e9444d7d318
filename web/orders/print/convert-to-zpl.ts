import { messages } from '#shared/kit/messages.ts';
import { labelsToZpl, labelToZpl } from '#shared/orders/label-conversion.ts';
import { call } from '#web/kit/call/api.ts';

/** URLs of label pictures; a label without one is left out. */
export type Pictures = readonly (string | null | undefined)[];

/** Upper left corner of the label, in dots (D1 §9). */
const CORNER = { fo_x: 10, fo_y: 10 };

/**
 * Returns the file in a data URL; null without one. Decoded here because the content security policy forbids fetching
 * data URLs.
 */
export function fileInDataUrl(url: string): Blob | null {
  const [, type = '', base64, data = ''] = /^data:([^;,]*)(?:;(?!base64,)[^;,]*)*(;base64)?,(.*)$/s.exec(url) ?? [];
  if (data === '') return null;
  try {
    const bytes = base64
      ? Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(data));
    return new Blob([bytes], { type });
  } catch {
    return null;
  }
}

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
