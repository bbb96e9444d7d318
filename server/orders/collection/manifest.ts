import type { Deps } from '#server/integrations/deps.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import { pageCount } from '#server/platform/http/response/paging.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import {
  MANIFEST_STATE_NAMES,
  MANIFEST_STATES,
  type ManifestState,
  manifestCode,
  parseManifestCode,
} from '#shared/orders/rules/shipment/manifest.ts';
import type * as calls from '#shared/orders/staff-manifests.ts';
import { clientFilter } from './collection.ts';
import {
  cancelRows,
  countManifests,
  findManifest,
  lockManifest,
  type ManifestKey,
  type ManifestShipmentRow,
  readManifestRow,
  readManifests,
  readShipments,
} from './manifest.store.ts';

const isState = (text: string): text is ManifestState => (MANIFEST_STATES as readonly string[]).includes(text);

/** Lists manifests, latest first; none for an unknown state. A page past the last one is the last one. */
export async function listManifests(
  { db }: Pick<Deps, 'db'>,
  { filter, page, limit }: QueryOf<typeof calls.listManifests>,
): Promise<ReplyOf<typeof calls.listManifests>> {
  const state = filter.state?.toLowerCase() ?? null;
  if (state !== null && !isState(state)) {
    return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  }
  const criteria = { state, client: clientFilter(filter.client) };
  return db.withProvider(async (trx) => {
    const total = await countManifests(trx, criteria);
    const pages = pageCount(total, limit);
    const at = Math.min(page, pages);
    return {
      results: await readManifests(trx, criteria, { page: at, limit }),
      pagination: { page: at, pages, total, limit },
    };
  });
}

/** Finds a manifest of any client by its number as somebody typed or scanned it. @throws Failure 404 */
export async function manifestKey({ db }: Pick<Deps, 'db'>, text: string): Promise<ManifestKey & { code: string }> {
  const number = parseManifestCode(text);
  const key = number && (await db.withProvider((trx) => findManifest(trx, number)));
  if (!number || !key) throw new Failure(404, messages.notFound);
  return { ...key, code: manifestCode(number) };
}

/** Reads a manifest with its shipments. @throws Failure 404 */
export function readManifest({ db }: Pick<Deps, 'db'>, key: ManifestKey): Promise<calls.ManifestDetail> {
  return db.withClient(key.clientId, async (trx) => {
    const [manifest, shipments] = await Promise.all([readManifestRow(trx, key), readShipments(trx, key)]);
    if (!manifest) throw new Failure(404, messages.notFound);
    const [listed, surplus] = [
      shipments.filter(({ place }) => place !== null),
      shipments.filter(({ place }) => place === null),
    ];
    const cents = listed.reduce((sum, { value_cents }) => sum + value_cents, 0);
    return {
      ...manifest,
      value: cents / 100,
      parcels: listed.map(toShipment),
      surplus_parcels: surplus.map(toShipment),
    };
  });
}

const toShipment = ({ place, value_cents, ...shipment }: ManifestShipmentRow): calls.ManifestShipment => ({
  ...shipment,
  value: value_cents / 100,
});

/**
 * Cancels an open manifest.
 *
 * @throws Failure 409 for one that was closed, or whose hand-over began
 */
export async function cancelManifest(
  deps: Deps,
  caller: { actor: ProviderActor },
  number: string,
  reason: string,
): Promise<ReplyOf<typeof calls.cancelManifest>> {
  const key = await manifestKey(deps, number);
  await deps.db.withClient(key.clientId, async (trx) => {
    const locked = await lockManifest(trx, key);
    if (locked?.state !== 'abierto') throw new Failure(409, closedText(key.code, locked?.state));
    const cancelled = await cancelRows(trx, key, { by: caller.actor.name, reason, now: deps.clock() });
    if (!cancelled) throw new Failure(409, 'Ya se retiraron bultos de este manifiesto: confirmá la entrega');
    deps.events.record(trx, key.clientId, 'manifest.cancelled', { code: key.code });
  });
  return { message: `Se anuló el manifiesto ${key.code}`, results: await readManifest(deps, key) };
}

/** 'El manifiesto COL-2026-000123 ya está anulado'. */
export const closedText = (code: string, state: ManifestState | undefined) =>
  `El manifiesto ${code} ya está ${MANIFEST_STATE_NAMES[state ?? 'anulado'].toLowerCase()}`;
