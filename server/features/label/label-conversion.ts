import type { Conversion, LabelConverter, LabelPicture } from '#server/integrations/label-conversion/converter.ts';
import { dataUrl } from '#server/platform/data-url.ts';
import type { FairQueue } from '#server/platform/fair-queue.ts';
import type { Log } from '#server/platform/log.ts';
import { Failure } from '#shared/http/failure.ts';
import {
  type AddressedPictures,
  checkDots,
  converterUnavailable,
  decodePicture,
  invalidPicture,
  type PictureSource,
  type RequestedPicture,
} from './label-picture-source.ts';

/** What label pictures are converted with; `C` is what must be known of whoever asks. */
export interface ConversionDeps<C> {
  converter: LabelConverter;
  pictures: PictureSource<C>;
  log: Log;
}

/** How conversions of several clients share the converter. */
export interface ConversionQueue<C> {
  queue: FairQueue;
  /** Names the client whose turn it is. */
  clientOf: (caller: C) => string | number;
  /** Aborts a request that took too long, so that it is answered before the connection is cut. */
  deadline: () => AbortSignal;
}

/** Pictures that one turn converts: an outside service receives as many requests at a time. */
const PICTURES_PER_TURN = 4;

/** How long one request may take, waiting included, in seconds; proxies commonly cut connections after 60. */
export const CONVERSION_SECONDS = 45;

/**
 * Label pictures as ZPL, one after the other, in a data URL (readings S3, C44). Labels of ours that are named by their
 * addresses count as printed when they are handed over. Clients take turns of a few pictures.
 *
 * @throws Failure 422 for what is no picture of a label, 404 for another client's label, 503 when the service doesn't answer
 *   or not all could be converted in time
 */
export async function convertLabels<C>(
  { converter, pictures, log }: ConversionDeps<C>,
  { queue, clientOf, deadline }: ConversionQueue<C>,
  caller: C,
  asked: readonly RequestedPicture[],
  left: AbortSignal,
): Promise<string> {
  const named = await pictures(caller, asked);
  const late = deadline();
  const signal = AbortSignal.any([left, late]);
  const labels: Buffer[] = [];
  let converted = 0;
  try {
    for (; converted < asked.length; converted += PICTURES_PER_TURN) {
      const part = asked.slice(converted, converted + PICTURES_PER_TURN);
      const work = async () => unwrapZpl(await converter.convert(await read(named, part, signal), signal), log, part);
      labels.push(await queue(clientOf(caller), work, signal));
    }
  } catch (error) {
    if (!late.aborted || left.aborted) throw error;
    throw tooSlow(Math.min(converted, asked.length), asked.length);
  }
  left.throwIfAborted();
  await named.onDelivered();
  return dataUrl('application/octet-stream', Buffer.concat(labels));
}

async function read(
  named: AddressedPictures,
  asked: readonly RequestedPicture[],
  signal: AbortSignal,
): Promise<LabelPicture[]> {
  const found: LabelPicture[] = [];
  for (const picture of asked) {
    const png = (await named.read(picture, signal)) ?? decodePicture(picture.png_label);
    if (png === null) throw invalidPicture(picture.field);
    checkDots(png, picture.field);
    found.push({ png, x: picture.fo_x, y: picture.fo_y });
  }
  return found;
}

function unwrapZpl(outcome: Conversion, log: Log, asked: readonly RequestedPicture[]): Buffer {
  if ('zpl' in outcome) return outcome.zpl;
  if ('unreadable' in outcome) throw invalidPicture(asked[outcome.unreadable]?.field ?? '');
  log.warn({ reason: outcome.unavailable }, 'label conversion gave no answer');
  throw converterUnavailable();
}

function tooSlow(converted: number, all: number): Failure {
  const done = `En ${CONVERSION_SECONDS} segundos se convirtieron ${converted} de ${all} etiquetas`;
  const message = `${done}, y ninguna se dio por impresa. Probá de nuevo con menos etiquetas por vez`;
  return new Failure(503, message, [], { code: 'unavailable', retryAfter: 30 });
}
