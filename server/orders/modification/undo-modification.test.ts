import { describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { undoModification } from '#shared/orders/staff-modifications.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import {
  client,
  collected,
  decide,
  detail,
  edit,
  order,
  other,
  receiverOf,
  setUpModificationTests,
  waiting,
  world,
} from '#test/fixtures/modification-fixture.ts';
import { NOW } from '#test/fixtures/shipment-fixture.ts';
import { forgetOldDecisions } from './undo-modification.ts';

setUpModificationTests();

const SALTA = { address_state: 'Salta', address_zip_code: '4400', address_city: 'Salta' };

const undo = (id: number, clientId = client.clientId) =>
  world.gateway.call(undoModification, { headers: world.provider.headers, params: { clientId, id } });
const secondsLater = (seconds: number) => world.gateway.setTime(new Date(NOW.getTime() + seconds * 1000));

/** Rows of an order and its shipments, without times of change and what a recount of flags writes. */
const rowsOf = (id: number) =>
  world.gateway.owner(
    `SELECT to_jsonb(o) - 'updated_at' - 'version' AS row FROM orders o WHERE o.id = $1
     UNION ALL SELECT to_jsonb(s) - 'updated_at' - 'label_fingerprint' FROM shipments s WHERE s.order_pk = $1 ORDER BY 1`,
    [id],
  );

/** Asks for a change of a collected order. */
async function asked(changes: Record<string, unknown> = SALTA) {
  const made = await collected();
  const { body } = await edit(made.tracking_id, changes);
  return { ...made, request: body.results.id };
}

describe('a decision is undone', () => {
  test('of a rejection: the request waits again, and the sender reads no rejection', async () => {
    const { request, tracking_id, order_id } = await asked();
    await decide(client.clientId, request, { approved: false, reason: 'Ya está en reparto' });
    secondsLater(9);
    const { status, body } = await undo(request);
    expect([status, body]).toMatchObject([
      200,
      {
        message: `La modificación de la orden ${order_id} espera de nuevo una decisión`,
        results: { state: 'Pendiente', reason: null, decided_at: null },
      },
    ]);
    expect((await waiting()).some(({ id }) => id === request)).toBe(true);
    expect(await detail(tracking_id)).toMatchObject({
      last_modification_incidence_state: 'Pendiente',
      can_request_edit: false,
    });
    expect((await decide(client.clientId, request, { approved: true })).status).toBe(200);
  });

  test('of an approval: address, destination, price, promise and counters are as before', async () => {
    const { request, id, tracking_id } = await asked();
    const before = await rowsOf(id);
    const receiver = await receiverOf(tracking_id);
    const { rate_value } = await detail(tracking_id);
    const { body } = await decide(client.clientId, request, { approved: true });
    expect(body.results.cost_after).toBeGreaterThan(body.results.cost_before);
    expect((await detail(tracking_id)).rate_value).toBe(body.results.cost_after);
    expect(await rowsOf(id)).not.toEqual(before);
    expect((await undo(request)).status).toBe(200);
    expect(await rowsOf(id)).toEqual(before);
    expect(await receiverOf(tracking_id)).toEqual(receiver);
    expect((await detail(tracking_id)).rate_value).toBe(rate_value);
    expect(await counterDrift(world.gateway.owner)).toEqual([]);
  });

  test('and decided again as often as wanted', async () => {
    const { request, tracking_id } = await asked();
    for (let n = 0; n < 3; n++) {
      expect((await decide(client.clientId, request, { approved: n % 2 === 0, reason: 'No' })).status).toBe(200);
      expect((await undo(request)).status).toBe(200);
    }
    await decide(client.clientId, request, { approved: true });
    expect(await receiverOf(tracking_id)).toMatchObject({ address_city: 'Salta' });
  });

  test('once of eight at the same time', async () => {
    const { request } = await asked();
    await decide(client.clientId, request, { approved: true });
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });
});

describe('a decision stays', () => {
  const approvedRequest = async () => {
    const made = await asked();
    await decide(client.clientId, made.request, { approved: true });
    return made;
  };
  const refusal = async (request: number) => {
    const { status, body } = await undo(request);
    return [status, body.message];
  };

  test('16 seconds later', async () => {
    const { request } = await approvedRequest();
    secondsLater(16);
    expect(await refusal(request)).toEqual([409, 'Una decisión se puede deshacer durante 10 segundos']);
  });

  test('once a label with the new address was printed', async () => {
    const { request, labels } = await approvedRequest();
    secondsLater(1);
    await world.gateway.owner(
      `INSERT INTO label_deliveries (client_id, shipment_id, format, version, delivered_at)
       SELECT client_id, id, 'pdf', 1, $2 FROM shipments WHERE label = $1`,
      [labels[1], new Date(NOW.getTime() + 500)],
    );
    expect(await refusal(request)).toEqual([
      409,
      'Ya no se puede deshacer: la etiqueta se imprimió después de la decisión',
    ]);
  });

  test('once a payment with the new price followed', async () => {
    const { request, id } = await approvedRequest();
    secondsLater(1);
    await world.gateway.owner('UPDATE orders SET paid_at = $2 WHERE id = $1', [id, new Date(NOW.getTime() + 500)]);
    expect(await refusal(request)).toEqual([
      409,
      'Ya no se puede deshacer: la orden tiene un pago posterior a la decisión',
    ]);
  });

  test('once a shipment moved', async () => {
    const { request, label, tracking_id } = await approvedRequest();
    secondsLater(1);
    await world.provider.sendEvents(providerEvent(label, 'en_curso', new Date(NOW.getTime() + 500)));
    expect(await refusal(request)).toEqual([409, 'Ya no se puede deshacer: la orden cambió después de la decisión']);
    expect(await receiverOf(tracking_id)).toMatchObject({ address_city: 'Salta' });
  });

  test('once the sender asked for another change', async () => {
    const { request, tracking_id } = await asked();
    await decide(client.clientId, request, { approved: false, reason: 'No' });
    const again = await edit(tracking_id, { address_street_number: '1400' });
    expect(again.body.results.state).toBe('Pendiente');
    expect(await refusal(request)).toEqual([409, 'Ya no se puede deshacer: la orden cambió después de la decisión']);
  });

  test('once a shipment moved, also as seen by a node whose clock is slower', async () => {
    const { request, label } = await approvedRequest();
    world.gateway.setTime(new Date(NOW.getTime() - 5));
    await world.provider.sendEvents(providerEvent(label, 'en_curso', NOW));
    expect(await refusal(request)).toEqual([409, 'Ya no se puede deshacer: la orden cambió después de la decisión']);
  });

  test('if there is none, or nobody of the staff made it', async () => {
    const { request } = await asked();
    expect(await refusal(request)).toEqual([409, 'Ya no hay una decisión para deshacer']);
    const { tracking_id } = await order();
    const applied = (await edit(tracking_id, SALTA)).body.results;
    expect(applied.state).toBe('Aprobado');
    expect(await refusal(applied.id)).toEqual([409, 'Ya no hay una decisión para deshacer']);
  });

  test('for somebody else: under another client the request is unknown, and a sender has no such call', async () => {
    const { request } = await approvedRequest();
    for (const id of [other.clientId, 1]) expect((await undo(request, id)).status).toBe(404);
    const params = { clientId: client.clientId, id: request };
    expect((await world.gateway.call(undoModification, { by: client, params })).status).toBe(401);
  });
});

test('what an approval replaced is deleted with the receiver’s data', async () => {
  const { request, id } = await asked();
  await decide(client.clientId, request, { approved: true });
  await world.gateway.owner(
    `BEGIN; SELECT set_config('app.client_id', '${client.clientId}', true);
     SELECT mask_orders(ARRAY[${id}], '{}', 'Borrado', current_moment()); COMMIT`,
  );
  const [row] = await world.gateway.owner('SELECT replaced FROM modification_requests WHERE id = $1', [request]);
  expect(row).toEqual({ replaced: null });
});

test('what an approval replaced is deleted once it can’t be undone', async () => {
  const { request } = await asked();
  await decide(client.clientId, request, { approved: true });
  const kept = () =>
    world.gateway.owner('SELECT FROM modification_requests WHERE id = $1 AND replaced IS NOT NULL', [request]);
  await forgetOldDecisions(world.gateway.deps, client.clientId);
  expect(await kept()).toHaveLength(1);
  secondsLater(90);
  await forgetOldDecisions(world.gateway.deps, other.clientId);
  expect(await kept()).toHaveLength(1);
  await forgetOldDecisions(world.gateway.deps, client.clientId);
  expect(await kept()).toEqual([]);
});
