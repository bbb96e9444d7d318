import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/domain/deps.ts';
import { readLabelToken, tokenInAddress } from '#server/domain/label-address.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { type LabelRow, labelsOfShipments } from './label.store.ts';
import { labelData } from './label-compose.ts';
import { dotsPerMm, markPrinted } from './label-delivery.ts';
import { type AskedPicture, noPicture, type PictureSource } from './label-picture-source.ts';
import { draw } from './label-press.ts';
import { refuseAll, refusedShipments } from './label-refusal.ts';

/** Our own labels by the addresses that we signed. Those that are handed over are printed. */
export function createOwnPictures(deps: Deps): PictureSource<{ clientId: number }> {
  return async ({ clientId }, asked) => {
    const rows = await namedLabels(deps, clientId, asked);
    return {
      async read({ png_label }, signal) {
        const row = rows.get(png_label);
        return row ? drawn(deps, clientId, row, signal) : null;
      },
      async handedOver() {
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
  asked: readonly AskedPicture[],
): Promise<Map<string, LabelRow>> {
  const shipments = new Map<string, number>();
  for (const { png_label, field } of asked) {
    const token = tokenInAddress(png_label, deps.config.PUBLIC_URL);
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
