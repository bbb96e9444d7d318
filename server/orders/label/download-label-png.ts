import type { Deps } from '#server/integrations/deps.ts';
import { readLabelToken } from '#server/orders/domain/signed-label-url.ts';
import { Download } from '#server/platform/http/response/download.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { afterLastByte, dotsPerMm, markPrinted } from './delivery.ts';
import { labelData } from './drawing/label-compose.ts';
import { renderLabels } from './drawing/label-worker.ts';
import { labelOfShipment } from './label.store.ts';

/**
 * Serves the label of a signed URL as PNG. The URL needs no login, so it expires within minutes. Delivering the label
 * counts as printing (readings C22).
 *
 * @throws Failure 404 for an invalid or expired token, and for a label that may not be printed any more
 */
export async function downloadLabelPng(deps: Deps, token: string, signal: AbortSignal): Promise<Download> {
  const claims = readLabelToken(deps.config, token, deps.clock());
  if (!claims) throw new Failure(404, messages.notFound);
  const { clientId, shipmentId } = claims;
  const key = { column: 'id', value: shipmentId } as const;
  const row = await deps.db.withClient(clientId, (trx) => labelOfShipment(trx, clientId, key, key));
  if (!row?.printable) throw new Failure(404, messages.notFound);
  const job = { label: labelData(deps.config, row), dotsPerMm: dotsPerMm(deps.config) };
  const png = await renderLabels(clientId, 'png', job, signal);
  const body = afterLastByte(png, () => markPrinted(deps, clientId, [row], 'png'));
  return new Download('image/png', `etiqueta-${row.label}.png`, body);
}
