import type { Conversion, LabelConverter, LabelPicture } from '#server/integrations/label-conversion/converter.ts';
import { dataUrl } from '#server/platform/data-url.ts';
import type { Log } from '#server/platform/log.ts';
import { type AskedPicture, noPicture, noService, type PictureSource, pictureInData } from './label-picture-source.ts';

/** What label pictures are converted with; `C` is what must be known of whoever asks. */
export interface ConversionDeps<C> {
  converter: LabelConverter;
  pictures: PictureSource<C>;
  log: Log;
}

/**
 * Label pictures as ZPL, one after the other, in a data URL (readings S3, C44). Labels of ours that are named by their
 * addresses count as printed when they are handed over.
 *
 * @throws Failure 422 for what is no picture of a label, 404 for another client's label, 503 when the service doesn't answer
 */
export async function convertLabels<C>(
  { converter, pictures, log }: ConversionDeps<C>,
  caller: C,
  asked: readonly AskedPicture[],
  signal: AbortSignal,
): Promise<string> {
  const named = await pictures(caller, asked);
  const found: LabelPicture[] = [];
  for (const picture of asked) {
    const png = (await named.read(picture, signal)) ?? pictureInData(picture.png_label);
    if (png === null) throw noPicture(picture.field);
    found.push({ png, x: picture.fo_x, y: picture.fo_y });
  }
  const zpl = zplOf(await converter.convert(found, signal), log, asked);
  signal.throwIfAborted();
  await named.handedOver();
  return dataUrl('application/octet-stream', zpl);
}

function zplOf(outcome: Conversion, log: Log, asked: readonly AskedPicture[]): Buffer {
  if ('zpl' in outcome) return outcome.zpl;
  if ('unreadable' in outcome) throw noPicture(asked[outcome.unreadable]?.field ?? '');
  log.warn({ reason: outcome.unavailable }, 'label conversion gave no answer');
  throw noService();
}
