import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/domain/deps.ts';
import { readLabelToken, tokenInLabelUrl } from '#server/domain/signed-label-url.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { type LabelRow, labelsOfShipments } from './label.store.ts';
import { labelData } from './label-compose.ts';
import { dotsPerMm, markPrinted } from './label-delivery.ts';
import { invalidPicture, type PictureSource, type RequestedPicture } from './label-picture-source.ts';
import { renderLabels } from './label-worker.ts';
import { rejectUnprintable, unprintableShipments } from './unprintable-labels.ts';

/** Our own labels by the addresses that we signed. Those that are handed over are printed. */
export function createSignedLabelPictures(deps: Deps): PictureSource<{ clientId: number }> {
  return async ({ clientId }, asked) => {
    const rows = await namedLabels(deps, clientId, asked);
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

/** The labels that our own addresses name. */
async function namedLabels(
  deps: Deps,
  clientId: number,
  asked: readonly RequestedPicture[],
): Promise<Map<string, LabelRow>> {
  const shipments = new Map<string, number>();
  for (const { png_label, field } of asked) {
    const token = tokenInLabelUrl(png_label, deps.config.PUBLIC_URL);
    if (token === null) continue;
    const named = readLabelToken(deps.config, token, deps.clock());
    if (!named) throw invalidPicture(field);
    if (named.clientId !== clientId) throw new Failure(404, messages.notFound);
    shipments.set(png_label, named.shipmentId);
  }
  if (shipments.size === 0) return new Map();
  const keys = [...shipments.values()].map((value) => ({ column: 'id' as const, value }));
  const rows = await deps.db.withClient(clientId, async (trx) => {
    const found = await labelsOfShipments(trx, clientId, keys);
    await rejectUnprintable(trx, clientId, asked[0]?.field ?? '', unprintableShipments(found));
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

async function renderPng({ config }: Deps, clientId: number, row: LabelRow, signal: AbortSignal): Promise<Buffer> {
  const job = { label: labelData(config, row), dotsPerMm: dotsPerMm(config) };
  return buffer(await renderLabels(clientId, 'png', job, signal));
}
