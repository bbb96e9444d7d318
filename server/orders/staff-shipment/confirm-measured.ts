import type { Deps } from '#server/integrations/deps.ts';
import { lockOrders } from '#server/orders/domain/flags/order-flags.ts';
import { confirmMeasurement, readMeasuredByLabel } from '#server/orders/domain/measured-costs.store.ts';
import { refreshMeasuredCosts } from '#server/orders/domain/measured-costs.ts';
import { orNotFound } from '#server/orders/domain/provider-decision.ts';
import { findShipment } from '#server/orders/domain/staff-shipment.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { PRICE_TOO_LARGE } from '#shared/kit/amount.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { sameMeasured } from '#shared/orders/rules/shipment/measurement.ts';
import { toMeasured } from '#shared/orders/staff-measured-fields.ts';
import type * as calls from '#shared/orders/staff-shipment/staff-cost.ts';

const NOT_A_PERSON = 'Las medidas las confirma una persona con su propio usuario, no una clave';

/**
 * Confirms the last measurement of a shipment, which waits because it exceeds what was declared by far (docs/behaviour/money.md). A new
 * measurement, and a correction of this one, have to be confirmed again.
 *
 * @throws Failure 403 for a key; 404 without such a shipment; 409 if no measurement waits, or another one than the caller saw;
 *   422 for a price that is too large to be exact
 */
export async function confirmMeasured(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { actor }: ProviderCaller,
  text: string,
  seen: BodyOf<typeof calls.confirmMeasured>,
): Promise<void> {
  if (actor.kind !== 'staff') throw new Failure(403, NOT_A_PERSON, [], { code: 'permission_required' });
  const { clientId, orderId, label } = await findShipment(db, text);
  await db.withClient(clientId, async (trx) => {
    await lockOrders(trx, clientId, [orderId]);
    const { id, measured, measured_id, measured_doubt_at } = orNotFound(
      await readMeasuredByLabel(trx, clientId, label),
    );
    if (measured_doubt_at === null || measured_id === null) {
      throw new Failure(409, 'El envío no tiene medidas por confirmar');
    }
    if (!sameMeasured(measured, toMeasured(seen))) {
      throw new Failure(409, 'Las medidas cambiaron mientras las mirabas. Volvé a leerlas');
    }
    await confirmMeasurement(trx, clientId, { id, eventId: measured_id });
    const waiting = await refreshMeasuredCosts(trx, clientId, [id]);
    if (waiting.has(id)) throw new Failure(422, PRICE_TOO_LARGE);
    events.record(trx, clientId, 'shipment.measurement_confirmed', { id, orderId, label, weight: seen.weight });
  });
}
