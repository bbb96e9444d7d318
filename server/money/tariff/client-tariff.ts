import type { Deps } from '#server/integrations/deps.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import { localDay } from '#shared/kit/days.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { toTariff } from '#shared/money/staff-tariff-terms.ts';
import type * as calls from '#shared/money/staff-tariffs.ts';
import {
  type ClientTariffRow,
  insertClientTariff,
  insertOwnTariff,
  lockClientTariffs,
  readClientTariffs,
} from './client-tariff.store.ts';
import { assertFutureDay, assertKnownVersions, toStaffTariff } from './tariff-wire.ts';

/** Lists from when a client had which tariff of its own, latest first. @throws Failure 404 for an unknown client */
export async function listClientTariffs(
  deps: Deps,
  clientId: number,
  { page, limit }: QueryOf<typeof calls.listClientTariffs>,
): Promise<ReplyOf<typeof calls.listClientTariffs>> {
  await readClient(deps, clientId);
  const found = await deps.db.withProvider((trx) =>
    readClientTariffs(trx, clientId, localDay(deps.clock()), { page, limit }),
  );
  return { ...found, results: found.results.map(toClientTariff) };
}

/**
 * Gives a client a tariff of its own from a day on. Existing orders keep their prices.
 *
 * @throws Failure 404 for an unknown client, 422 for a day in the past, 409 if somebody changed the client's tariff since the caller
 *   read it
 */
export async function publishClientTariff(
  deps: Deps,
  { actor }: { actor: ProviderActor },
  clientId: number,
  { known_versions, ...form }: BodyOf<typeof calls.publishClientTariff>,
): Promise<calls.ClientTariff> {
  const change = { validFrom: form.valid_from, by: actor.name, terms: toTariff(form), known_versions };
  return changeTariff(deps, clientId, change);
}

/**
 * Returns a client to the general tariff from a day on.
 *
 * @throws Failure 404 for an unknown client, 422 for a day in the past, or on which the client uses the general tariff anyway
 */
export async function endClientTariff(
  deps: Deps,
  { actor }: { actor: ProviderActor },
  clientId: number,
  validFrom: string,
): Promise<calls.ClientTariff> {
  return changeTariff(deps, clientId, { validFrom, by: actor.name, terms: null });
}

interface Change {
  validFrom: string;
  by: string;
  /** Null for the general tariff. */
  terms: ReturnType<typeof toTariff> | null;
  /** Number of versions that the caller has read; undefined isn't checked. */
  known_versions?: number | undefined;
}

async function changeTariff(
  deps: Deps,
  clientId: number,
  { validFrom, by, terms, known_versions }: Change,
): Promise<calls.ClientTariff> {
  const now = deps.clock();
  await readClient(deps, clientId);
  assertFutureDay(validFrom, now);
  const read = (trx: Parameters<typeof readClientTariffs>[0]) =>
    readClientTariffs(trx, clientId, localDay(now), { page: 1, limit: 10_000 });
  return deps.db.withProvider(async (trx) => {
    const versions = await lockClientTariffs(trx, clientId);
    assertKnownVersions(known_versions, versions);
    if (terms === null) assertOwnTariff(await read(trx), validFrom);
    const tariffId = terms && (await insertOwnTariff(trx, clientId, terms, now));
    await insertClientTariff(trx, clientId, { validFrom, tariffId, by, now });
    deps.events.record(trx, clientId, 'client.tariff_changed', { tariffId, validFrom });
    const { results } = await read(trx);
    const made = results.find(({ valid_from }) => valid_from === validFrom);
    if (!made) throw new Error('the tariff was not stored');
    return toClientTariff(made);
  });
}

/** @throws Failure 422 if the client uses the general tariff on a day; `versions` are sorted by validity, latest first */
function assertOwnTariff({ results }: { results: ClientTariffRow[] }, day: string): void {
  const version = results.find(({ valid_from }) => valid_from <= day);
  if (version?.tariff_id != null) return;
  const message =
    results.length > 0
      ? 'Ese día ya usa la tarifa general'
      : 'El cliente no tiene una tarifa propia: ya usa la general';
  throw new Failure(422, message, [{ field: 'valid_from', message }]);
}

function toClientTariff({ tariff_id, terms, ...row }: ClientTariffRow): calls.ClientTariff {
  const { id, valid_from, created_at, created_by, in_force } = row;
  const own = terms && { id: tariff_id ?? 0, valid_from, created_at, terms };
  return { id, valid_from, created_at, created_by, in_force, tariff: own && toStaffTariff(own, in_force) };
}
