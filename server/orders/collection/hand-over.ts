import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { lockOrders } from '#server/orders/domain/flags/order-flags.ts';
import { moveShipments } from '#server/orders/domain/movement/move-shipments.ts';
import { retryInterference } from '#server/orders/domain/retry-interference.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import type { ManifestState } from '#shared/orders/rules/shipment/manifest.ts';
import { parseShipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import type * as calls from '#shared/orders/staff-manifests.ts';
import { refusalOfShipment } from './check-codes.ts';
import { closeManifest, listedLabels, markHandedOver, readScanned } from './hand-over.store.ts';
import { lockManifest } from './manifest.store.ts';
import { closedText, manifestKey, readManifest } from './manifest.ts';
import { readCodes, type ScannedCode } from './scanned-codes.ts';

type Key = Awaited<ReturnType<typeof manifestKey>>;
type Handed = Pick<calls.HandedScan, 'result' | 'reason'>;

/** A shipment to hand over, with the time of its first scan. */
interface ShipmentToMove {
  label: string;
  orderId: number;
  at: Date;
}

/** Shipments of one transaction, so that locks are held only briefly. */
const CHUNK = 500;

/**
 * Records the scanned shipments of a manifest's client as collected, then closes the manifest. Commits in chunks; an interrupted call is
 * completed by repeating it, because a shipment that was handed over with the manifest isn't moved again.
 *
 * @throws Failure 404; 409 for a cancelled manifest; 422 without a shipment that can be handed over
 */
export async function handOverManifest(
  deps: Deps,
  caller: { actor: ProviderActor },
  number: string,
  { scans }: BodyOf<typeof calls.handOverManifest>,
): Promise<ReplyOf<typeof calls.handOverManifest>> {
  const key = await manifestKey(deps, number);
  const first = firstScans(scans);
  const codes = [...first.keys()];
  const scanned = await readCodes(deps, key, codes);
  const shipments = await shipmentsToMove(deps, key, codes, scanned, first);
  const handed = new Map<string, Handed>();
  let moved = 0;
  for (let start = 0; start < shipments.length; start += CHUNK) {
    const chunk = shipments.slice(start, start + CHUNK);
    const done = await retryInterference(() => moveChunk(deps, caller, key, chunk));
    for (const [label, result] of done.handed) handed.set(label, result);
    moved += done.moved;
  }
  const taken = [...handed.values()].filter(({ result }) => result !== 'refused').length;
  await close(deps, caller, key, { taken, moved });
  const results = await readManifest(deps, key);
  return { message: handedText(results), results, scans: scanResults(codes, scanned, handed) };
}

/** Returns the time of the first scan of each different code, in the order of the scans. */
function firstScans(scans: BodyOf<typeof calls.handOverManifest>['scans']): Map<string, Date> {
  const first = new Map<string, Date>();
  for (const { code, at } of scans) {
    const known = first.get(code);
    if (!known || at < known) first.set(code, at);
  }
  return first;
}

/** Returns the client's shipments that were scanned, or are listed if the manifest was, in the order of their orders. */
async function shipmentsToMove(
  deps: Deps,
  key: Key,
  codes: readonly string[],
  scanned: readonly ScannedCode[],
  first: ReadonlyMap<string, Date>,
): Promise<ShipmentToMove[]> {
  const shipments = new Map<string, ShipmentToMove>();
  const add = (label: string, orderId: number, at: Date) => {
    const known = shipments.get(label);
    if (!known || at < known.at) shipments.set(label, { label, orderId, at });
  };
  for (const [index, one] of scanned.entries()) {
    const at = first.get(codes[index] ?? '') ?? deps.clock();
    if (one.kind === 'shipment') add(one.label, one.orderId, at);
    if (one.kind !== 'manifest') continue;
    const labels = await deps.db.withClient(key.clientId, (trx) => listedLabels(trx, key));
    for (const listed of await readCodes(deps, key, labels)) {
      if (listed.kind === 'shipment') add(listed.label, listed.orderId, at);
    }
  }
  return [...shipments.values()].sort((a, b) => a.orderId - b.orderId);
}

/** Moves shipments, and marks those that were moved. @returns the results by label, and how many were moved @throws Failure 409 for a cancelled manifest */
function moveChunk(
  deps: Deps,
  { actor }: { actor: ProviderActor },
  key: Key,
  chunk: readonly ShipmentToMove[],
): Promise<{ handed: Map<string, Handed>; moved: number }> {
  const { clientId } = key;
  return deps.db.withClient(clientId, async (trx) => {
    const { opened_at } = await lockOpened(trx, key);
    await lockOrders(trx, clientId, [...new Set(chunk.map(({ orderId }) => orderId))]);
    const labels = chunk.map(({ label }) => label);
    const found = new Map((await readScanned(trx, key, labels)).map((shipment) => [shipment.label, shipment]));
    const handed = new Map<string, Handed>();
    const moving: ShipmentToMove[] = [];
    for (const one of chunk) {
      const shipment = found.get(one.label);
      const reason = refusalOfShipment(shipment);
      if (shipment?.handed_over && shipment.collected) handed.set(one.label, { result: 'collected', reason: null });
      else if (reason) handed.set(one.label, { result: 'refused', reason });
      else if (shipment?.collected) handed.set(one.label, { result: 'collected_before', reason: 'Ya estaba retirado' });
      else moving.push({ ...one, at: scanTime(one.at, [opened_at, shipment?.state_at ?? opened_at], deps.clock()) });
    }
    const outcomes = await moveShipments(
      deps,
      trx,
      clientId,
      moving.map(({ label, orderId, at }) => ({
        orderId,
        label,
        at,
        state: parseShipmentState('retirado'),
        reason: null,
        eventId: `${key.code}/${label}`,
        by: 'provider',
        actor: { kind: actor.kind, name: actor.name },
      })),
    );
    const done = moving.filter((_, index) => outcomes[index]?.result !== 'refused');
    await markHandedOver(trx, key, done);
    for (const [index, outcome] of outcomes.entries()) {
      const label = moving[index]?.label ?? '';
      const refused = outcome.result === 'refused';
      handed.set(label, refused ? outcome : { result: 'collected', reason: null });
    }
    return { handed, moved: done.length };
  });
}

/** Locks a manifest that isn't cancelled. @throws Failure 409 for a cancelled one */
async function lockOpened(trx: Trx, key: Key): Promise<{ opened_at: Date; state: ManifestState }> {
  const locked = await lockManifest(trx, key);
  if (!locked || locked.state === 'anulado') throw new Failure(409, closedText(key.code, locked?.state));
  return locked;
}

/**
 * Returns the time of a scan, raised to the latest of `earliest` and lowered to now. A scanner's clock may be wrong, but a shipment that
 * waits at its sender is collected after its last event, and after its manifest was opened: the day decides the month of its charge.
 */
function scanTime(at: Date, earliest: readonly Date[], now: Date): Date {
  const after = Math.max(at.getTime(), ...earliest.map((time) => time.getTime()));
  return new Date(Math.min(after, now.getTime()));
}

/** Closes a manifest. @throws Failure 422 if nothing was handed over, 409 if it was cancelled */
function close(
  deps: Deps,
  caller: { actor: ProviderActor },
  key: Key,
  { taken, moved }: { taken: number; moved: number },
): Promise<void> {
  return deps.db.withClient(key.clientId, async (trx) => {
    const { state } = await lockOpened(trx, key);
    if (taken === 0) {
      throw new Failure(
        422,
        'No se escaneó ningún bulto que se pueda retirar. Si no se entrega nada, anulá el manifiesto',
      );
    }
    await closeManifest(trx, key, { by: caller.actor.name, now: deps.clock() });
    const changed = moved > 0 || state !== 'entregado';
    if (changed) {
      deps.events.record(trx, key.clientId, 'manifest.handed_over', { code: key.code, shipments: taken });
    }
  });
}

function scanResults(
  codes: readonly string[],
  scanned: readonly ScannedCode[],
  handed: ReadonlyMap<string, Handed>,
): calls.HandedScan[] {
  return codes.map((code, index) => {
    const one = scanned[index] as ScannedCode;
    if (one.kind === 'manifest') return { code, shipment_id: null, result: 'collected', reason: null };
    if (one.kind === 'refused') return { code, shipment_id: one.label, result: 'refused', reason: one.reason };
    const { result, reason } = handed.get(one.label) ?? { result: 'refused', reason: null };
    return { code, shipment_id: one.label, result, reason };
  });
}

/** 'Se retiraron 38 de 40 bultos: faltan 2, sobra 1'. */
function handedText({ collected, bulks, surplus, parcels: shipments }: calls.ManifestDetail): string {
  const missing = shipments.filter(({ status }) => status === 'missing').length;
  const parts = [
    ...(missing > 0 ? [missing === 1 ? 'falta 1' : `faltan ${integer(missing)}`] : []),
    ...(surplus > 0 ? [surplus === 1 ? 'sobra 1' : `sobran ${integer(surplus)}`] : []),
  ];
  const taken = `Se retiraron ${integer(collected)} de ${pluralize(bulks, 'bulto', 'bultos')}`;
  return parts.length === 0 ? taken : `${taken}: ${parts.join(', ')}`;
}
