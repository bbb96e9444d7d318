import { MAX_DOTS, pngSize } from '#server/drawing/bitmap.ts';
import { readDataUrl } from '#server/platform/network/data-url.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { MAX_PNG_BYTES } from '#shared/orders/label-conversion.ts';

/** A picture of a request, and its field in the body. */
export interface RequestedPicture {
  png_label: string;
  fo_x: number;
  fo_y: number;
  field: string;
}

/** Pictures that a request names by URL. */
export interface AddressedPictures {
  /**
   * Returns the picture of a URL; null for a text that isn't a URL of this source.
   *
   * @throws Failure 422 for a URL without a picture, 503 if the gateway doesn't respond
   */
  read(picture: RequestedPicture, signal: AbortSignal): Promise<Buffer | null>;
  /** Called when the converted labels are about to be sent. */
  onDelivered(): Promise<void>;
}

/**
 * Source of pictures that are requested by URL (readings S3): our own labels, or the external gateway in portal-only
 * mode. `C` is the caller as the source needs it.
 *
 * @throws Failure 404 for a label of another client
 */
export type PictureSource<C> = (caller: C, requested: readonly RequestedPicture[]) => Promise<AddressedPictures>;

const NO_PICTURE = 'La etiqueta tiene que ser una imagen PNG de hasta 2 MB, o una dirección de etiqueta que no venció';
const NO_SERVICE = 'El servicio que convierte las etiquetas no responde. Probá de nuevo en unos minutos';

const count = new Intl.NumberFormat('es-AR');

/**
 * Checks the size of a picture: a larger one than any label would block the conversion for all clients.
 *
 * @throws Failure 422 for more than `MAX_DOTS`
 */
export function checkDots(png: Buffer, field: string): void {
  const { width, height } = pngSize(png) ?? { width: 0, height: 0 };
  if (width * height <= MAX_DOTS) return;
  const size = `${count.format(width)} × ${count.format(height)}`;
  const message = `La etiqueta tiene ${size} puntos: puede tener hasta ${count.format(MAX_DOTS)} en total`;
  throw new Failure(422, message, [{ field, message }]);
}

export const invalidPicture = (field: string) => new Failure(422, NO_PICTURE, [{ field, message: NO_PICTURE }]);
export const converterUnavailable = () => new Failure(503, NO_SERVICE, [], { code: 'unavailable', retryAfter: 30 });

/** Decodes a data URL of a PNG; null for another text or more than 2 MB. Doesn't check the picture itself. */
export function decodePicture(text: string): Buffer | null {
  const { type, data } = readDataUrl(text) ?? {};
  return type === 'image/png' && data && data.length <= MAX_PNG_BYTES ? data : null;
}
