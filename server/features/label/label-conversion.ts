import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/deps.ts';
import type { Conversion, LabelPicture } from '#server/integrations/label-conversion/converter.ts';
import { dataUrl } from '#server/platform/data-url.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { type LabelRow, labelsOfShipments } from './label.store.ts';
import { readLabelToken, tokenInAddress } from './label-address.ts';
import { labelData } from './label-compose.ts';
import { dotsPerMm, markPrinted } from './label-delivery.ts';
import { type GatewayPictures, isGatewayAddress, pictureInData } from './label-picture-source.ts';
import { draw } from './label-press.ts';
import { refuseAll, refusedShipments } from './label-refusal.ts';

/** A picture to convert as the body names it, and the field that names it. */
export interface AskedPicture {
  png_label: string;
  fo_x: number;
  fo_y: number;
  field: string;
}

/** Whom pictures are converted for; `authorization` is what a gateway of theirs knows them by. */
export interface ConversionCaller {
  clientId: number;
  authorization: string;
}

const NO_PICTURE = 'La etiqueta tiene que ser una imagen PNG de hasta 2 MB, o una dirección de etiqueta que no venció';
const NO_SERVICE = 'El servicio que convierte las etiquetas no responde. Probá de nuevo en unos minutos';

const noPicture = (field: string) => new Failure(422, NO_PICTURE, [{ field, message: NO_PICTURE }]);
const noService = () => new Failure(503, NO_SERVICE, [], { code: 'unavailable', retryAfter: 30 });

/**
 * Label pictures as ZPL, one after the other, in a data URL (readings S3, C44). Labels named by our own addresses count as
 * printed when they are handed over.
 *
 * @throws Failure 422 for what is no picture of a label, 404 for another client's label, 503 when the service doesn't answer
 */
export async function convertLabels(
  deps: Deps & { gatewayPictures: GatewayPictures },
  caller: ConversionCaller,
  asked: readonly AskedPicture[],
  signal: AbortSignal,
): Promise<string> {
  const { clientId, authorization } = caller;
  const rows = await namedLabels(deps, clientId, asked);
  const pictures: LabelPicture[] = [];
  for (const { png_label, fo_x: x, fo_y: y, field } of asked) {
    const row = rows.get(png_label);
    const png = row
      ? await drawn(deps, clientId, row, signal)
      : isGatewayAddress(deps.config, png_label)
        ? await deps.gatewayPictures(png_label, authorization, signal)
        : pictureInData(png_label);
    if (png === 'unavailable') throw noService();
    if (png === null) throw noPicture(field);
    pictures.push({ png, x, y });
  }
  const zpl = zplOf(await deps.converter.convert(pictures, signal), deps, asked);
  signal.throwIfAborted();
  const printed = [...new Set(rows.values())];
  if (printed.length > 0) await markPrinted(deps, clientId, printed, 'zpl');
  return dataUrl('application/octet-stream', zpl);
}

/** The labels that our own addresses name. */
async function namedLabels(
  deps: Deps,
  clientId: number,
  asked: readonly AskedPicture[],
): Promise<Map<string, LabelRow>> {
  const shipments = new Map<string, number>();
  for (const { png_label, field } of asked) {
    // Before a gateway the addresses are the gateway's.
    const token = deps.config.GATEWAY_URL ? null : tokenInAddress(png_label, deps.config.PUBLIC_URL);
    if (token === null) continue;
    const named = readLabelToken(deps.config, token, deps.clock());
    if (!named) throw noPicture(field);
    if (named.clientId !== clientId) throw new Failure(404, messages.notFound);
    shipments.set(png_label, named.shipmentId);
  }
  if (shipments.size === 0) return new Map();
  const keys = [...shipments.values()].map((value) => ({ column: 'id' as const, value }));
  const rows = await deps.db.withClient(clientId, async (trx) => {
    const found = await labelsOfShipments(trx, clientId, keys);
    await refuseAll(trx, clientId, asked[0]?.field ?? '', refusedShipments(found));
    return new Map(found.map((row) => [row.shipment_id, row]));
  });
  return new Map(
    [...shipments].map(([address, id]) => {
      const row = rows.get(id);
      if (!row) throw new Failure(404, messages.notFound);
      return [address, row];
    }),
  );
}

async function drawn({ config }: Deps, clientId: number, row: LabelRow, signal: AbortSignal): Promise<Buffer> {
  const job = { label: labelData(config, row), dotsPerMm: dotsPerMm(config) };
  return buffer(await draw(clientId, 'png', job, signal));
}

function zplOf(outcome: Conversion, { log }: Deps, asked: readonly AskedPicture[]): Buffer {
  if ('zpl' in outcome) return outcome.zpl;
  if ('unreadable' in outcome) throw noPicture(asked[outcome.unreadable]?.field ?? '');
  log.warn({ reason: outcome.unavailable }, 'label conversion gave no answer');
  throw noService();
}
