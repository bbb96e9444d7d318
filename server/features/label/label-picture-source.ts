import { MAX_DOTS, pngSize } from '#server/drawing/bitmap.ts';
import { readDataUrl } from '#server/platform/data-url.ts';
import { Failure } from '#shared/http/failure.ts';
import { MAX_PNG_BYTES } from '#shared/labels.ts';

/** A picture to convert as the body names it, and the field that names it. */
export interface RequestedPicture {
  png_label: string;
  fo_x: number;
  fo_y: number;
  field: string;
}

/** Pictures that some addresses name. */
export interface AddressedPictures {
  /**
   * Null for what is no address of theirs.
   *
   * @throws Failure 422 for an address without a picture, 503 when whoever has it doesn't answer
   */
  read(picture: RequestedPicture, signal: AbortSignal): Promise<Buffer | null>;
  /** Called once the converted labels are about to leave. */
  onDelivered(): Promise<void>;
}

/**
 * Where pictures that are named by an address come from (readings S3): our own labels, or the gateway that this portal
 * stands before. `C` is what it must know of the caller.
 *
 * @throws Failure 404 for a label of somebody else
 */
export type PictureSource<C> = (caller: C, asked: readonly RequestedPicture[]) => Promise<AddressedPictures>;

const NO_PICTURE = 'La etiqueta tiene que ser una imagen PNG de hasta 2 MB, o una dirección de etiqueta que no venció';
const NO_SERVICE = 'El servicio que convierte las etiquetas no responde. Probá de nuevo en unos minutos';

const count = new Intl.NumberFormat('es-AR');

/**
 * Refuses a picture that no label needs: it would take everybody's turn.
 *
 * @throws Failure 422 for more dots than a label has
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

/** The picture that a data URL holds; null where there is none of at most 2 MB. What it shows is looked at later. */
export function decodePicture(text: string): Buffer | null {
  const { type, data } = readDataUrl(text) ?? {};
  return type === 'image/png' && data && data.length <= MAX_PNG_BYTES ? data : null;
}
