import type { Conversion, LabelConverter, LabelPicture } from '#server/integrations/label-conversion/converter.ts';
import type { FairQueue } from '#server/platform/concurrency/fair-queue.ts';
import type { Log } from '#server/platform/log.ts';
import { dataUrl } from '#server/platform/network/data-url.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import {
  type AddressedPictures,
  checkDots,
  converterUnavailable,
  decodePicture,
  invalidPicture,
  type PictureSource,
  type RequestedPicture,
} from './picture-source.ts';

/** Dependencies of the conversion; `C` is the caller as the picture source needs it. */
export interface ConversionDeps<C> {
  converter: LabelConverter;
  pictures: PictureSource<C>;
  log: Log;
}

/** Fair queue through which clients share the converter. */
export interface ConversionQueue<C> {
  queue: FairQueue;
  /** Returns the queue's key: the caller's client. */
  clientOf: (caller: C) => string | number;
  /** Returns a signal that aborts a request before a proxy cuts the connection. */
  deadline: () => AbortSignal;
}

/** Pictures per turn of a client: the number of concurrent requests to an external converter. */
const PICTURES_PER_TURN = 4;

/** Timeout of a request in seconds, including the wait in the queue; proxies commonly cut connections after 60. */
export const CONVERSION_SECONDS = 45;

/**
 * Converts label pictures to ZPL and returns them in order, in a data URL (readings S3, C44). Our own labels, requested
 * by their signed URLs, count as printed once they are delivered.
 *
 * @param disconnected aborted when the client disconnects
 * @throws Failure 422 for an invalid picture, 404 for another client's label, 503 if the converter doesn't respond or
 *   the timeout is reached
 */
export async function convertLabels<C>(
  { converter, pictures, log }: ConversionDeps<C>,
  { queue, clientOf, deadline }: ConversionQueue<C>,
  caller: C,
  requested: readonly RequestedPicture[],
  disconnected: AbortSignal,
): Promise<string> {
  const source = await pictures(caller, requested);
  const timeout = deadline();
  const signal = AbortSignal.any([disconnected, timeout]);
  const labels: Buffer[] = [];
  let converted = 0;
  try {
    for (; converted < requested.length; converted += PICTURES_PER_TURN) {
      const part = requested.slice(converted, converted + PICTURES_PER_TURN);
      const work = async () => unwrapZpl(await converter.convert(await read(source, part, signal), signal), log, part);
      labels.push(await queue(clientOf(caller), work, signal));
    }
  } catch (error) {
    if (!timeout.aborted || disconnected.aborted) throw error;
    throw tooSlow(Math.min(converted, requested.length), requested.length);
  }
  disconnected.throwIfAborted();
  await source.onDelivered();
  return dataUrl('application/octet-stream', Buffer.concat(labels));
}

async function read(
  source: AddressedPictures,
  requested: readonly RequestedPicture[],
  signal: AbortSignal,
): Promise<LabelPicture[]> {
  const found: LabelPicture[] = [];
  for (const picture of requested) {
    const png = (await source.read(picture, signal)) ?? decodePicture(picture.png_label);
    if (png === null) throw invalidPicture(picture.field);
    checkDots(png, picture.field);
    found.push({ png, x: picture.fo_x, y: picture.fo_y });
  }
  return found;
}

function unwrapZpl(outcome: Conversion, log: Log, requested: readonly RequestedPicture[]): Buffer {
  if ('zpl' in outcome) return outcome.zpl;
  if ('unreadable' in outcome) throw invalidPicture(requested[outcome.unreadable]?.field ?? '');
  log.warn({ reason: outcome.unavailable }, 'the label converter did not respond');
  throw converterUnavailable();
}

function tooSlow(converted: number, all: number): Failure {
  const done = `En ${CONVERSION_SECONDS} segundos se convirtieron ${converted} de ${all} etiquetas`;
  const message = `${done}, y ninguna se dio por impresa. Probá de nuevo con menos etiquetas por vez`;
  return new Failure(503, message, [], { code: 'unavailable', retryAfter: 30 });
}
