import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/integrations/deps.ts';
import { readLabelToken, tokenInLabelUrl } from '#server/orders/domain/signed-label-url.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { dotsPerMm, markPrinted } from './delivery.ts';
import { labelData } from './drawing/label-compose.ts';
import { renderLabels } from './drawing/label-worker.ts';
import { rejectUnprintable, unprintableShipments } from './drawing/unprintable-labels.ts';
import { type LabelRow, labelsOfShipments } from './label.store.ts';
import { invalidPicture, type PictureSource, type RequestedPicture } from './picture-source.ts';

/** Creates the source of our own labels by their signed URLs. Delivered labels count as printed. */
export function createSignedLabelPictures(deps: Deps): PictureSource<{ clientId: number }> {
  return async ({ clientId }, requested) => {
    const rows = await labelsByUrl(deps, clientId, requested);
    return {
      async read({ png_label }, signal) {
        const row = rows.get(png_label);
        return row ? renderPng(deps, clientId, row, signal) : null;
      },
      async onDelivered() {
        const printed = [...new Set(rows.values())];
        if (printed.length > 0) await markPrinted(deps, clientId, printed, 'zpl');
      },
    };
  };
}

/** Reads the labels of the signed URLs among the requested pictures. */
async function labelsByUrl(
  deps: Deps,
  clientId: number,
  requested: readonly RequestedPicture[],
): Promise<Map<string, LabelRow>> {
  const shipments = new Map<string, number>();
  for (const { png_label, field } of requested) {
    const token = tokenInLabelUrl(png_label, deps.config.PUBLIC_URL);
    if (token === null) continue;
    const claims = readLabelToken(deps.config, token, deps.clock());
    if (!claims) throw invalidPicture(field);
    if (claims.clientId !== clientId) throw new Failure(404, messages.notFound);
    shipments.set(png_label, claims.shipmentId);
  }
  if (shipments.size === 0) return new Map();
  const keys = [...shipments.values()].map((value) => ({ column: 'id' as const, value }));
  const rows = await deps.db.withClient(clientId, async (trx) => {
    const found = await labelsOfShipments(trx, clientId, keys);
    await rejectUnprintable(trx, clientId, requested[0]?.field ?? '', unprintableShipments(found));
    return new Map(found.map((row) => [row.shipment_id, row]));
  });
  return new Map(
    [...shipments].map(([url, id]) => {
      const row = rows.get(id);
      if (!row) throw new Failure(404, messages.notFound);
      return [url, row];
    }),
  );
}

async function renderPng(
  { config }: Pick<Deps, 'config'>,
  clientId: number,
  row: LabelRow,
  signal: AbortSignal,
): Promise<Buffer> {
  const job = { label: labelData(config, row), dotsPerMm: dotsPerMm(config) };
  return buffer(await renderLabels(clientId, 'png', job, signal));
}
