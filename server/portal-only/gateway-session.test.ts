import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listStock } from '#shared/stock.ts';
import { type FakeServer, RESPONSE_FAULTS, startFakeServer } from '#test/fake-server.ts';
import { startTestPortal, type TestPortal } from '#test/test-portal.ts';

const [USER, INFO, MODES] = ['/v2/client/user/', '/v2/client/info/', '/v1/client/delivery_mode/'];

let gateway: FakeServer;
let warehouse: FakeServer;
let portal: TestPortal;
beforeAll(async () => {
  gateway = await startFakeServer();
  warehouse = await startFakeServer();
  warehouse.answer((_, response) => response.end('{"data":[{"productos":[]},{"pagination":{"pages":1}}]}'));
  portal = await startTestPortal(gateway.url, { WAREHOUSE_URL: warehouse.url });
  // It asks once by itself which calls there are.
  await vi.waitUntil(() => gateway.asked.length > 0);
});
afterAll(async () => {
  await portal?.stop();
  await gateway?.stop();
  await warehouse?.stop();
});
beforeEach(() => {
  gateway.asked.length = 0;
  warehouse.asked.length = 0;
});

/** A token that says it is somebody's; the gateway decides whether that counts. */
const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

describe('Whose stock is asked for', () => {
  /** How the gateway answers from now on, by path. */
  function gatewayAnswers(statuses: Record<string, number>, bodies: Record<string, object> = {}): void {
    gateway.answer(({ path }, response) => {
      const call = path.replace('/api', '');
      const standard = call === MODES ? { results: [{ id: '5', name: 'Fulfillment Refrigerado' }] } : {};
      response.writeHead(statuses[call] ?? 200).end(JSON.stringify(bodies[call] ?? standard));
    });
  }
  let nth = 0;
  /** Asks with a token that the portal hasn't seen yet. */
  const ask = (token = tokenOf({ username: 'del-token', nth: nth++ })) =>
    portal.call(listStock, { token, body: { logonName: 'otro' } });
  const names = () => warehouse.asked.map(({ body }) => JSON.parse(body.toString()).logonName);

  test('is whom the gateway’s user call names, at the top or below results', async () => {
    gatewayAnswers({}, { [USER]: { username: 'del-gateway' } });
    expect((await ask()).status).toBe(200);
    gatewayAnswers({}, { [USER]: { results: { username: 'de-results' } } });
    expect((await ask()).status).toBe(200);
    expect(names()).toEqual(['del-gateway', 'de-results']);
  });

  test('is whom the token names where there is no user call, once the gateway has accepted it', async () => {
    gatewayAnswers({ [USER]: 404 });
    expect((await ask()).status).toBe(200);
    expect(names()).toEqual(['del-token']);
  });

  test.each([
    ['whoever the gateway refuses, although the token names somebody', { [USER]: 404, [INFO]: 401 }, {}, 401],
    ['whoever it refuses at once', { [USER]: 401 }, {}, 401],
    ['anybody while it fails', { [USER]: 500 }, {}, 503],
    ['anybody while the second call fails', { [USER]: 404, [INFO]: 500 }, {}, 503],
    ['whoever may not ask it who they are', { [USER]: 404, [INFO]: 403 }, {}, 503],
    ['whom it gives no name', {}, { [USER]: { username: '' } }, 403],
    [
      'a client without the mode',
      {},
      { [USER]: { username: 'a' }, [MODES]: { results: [{ id: '5', name: 'Otro' }] } },
      403,
    ],
    ['a client who hasn’t accepted the terms', {}, { [USER]: { username: 'a', terms_accepted: false } }, 403],
  ])('is not %s', async (_, statuses, bodies, status) => {
    gatewayAnswers(statuses, bodies as Record<string, object>);
    expect((await ask()).status).toBe(status);
    expect(warehouse.asked).toEqual([]);
  });

  test('is not anybody while the gateway says nothing, and the sender hears so in time', async () => {
    gateway.answer(RESPONSE_FAULTS['says nothing'] as (typeof RESPONSE_FAULTS)[string]);
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(warehouse.asked).toEqual([]);
    // Nobody is woken by it as by a fault of ours.
    expect(portal.log()).toContain('request put off');
    expect(portal.log()).not.toContain('request failed');
  });

  test('is remembered for a minute, and not once the gateway has refused the token', async () => {
    gatewayAnswers({}, { [USER]: { username: 'ana' } });
    const token = tokenOf({ nth: nth++ });
    await Promise.all([ask(token), ask(token)]);
    expect(gateway.asked).toHaveLength(2);
    portal.setTime(new Date(Date.now() + 61_000));
    await ask(token);
    expect(gateway.asked).toHaveLength(4);
    gatewayAnswers({ '/v1/client/order/': 401, [USER]: 401 });
    expect((await ask(token)).status).toBe(200);
    await portal.fetch('/api/v1/client/order/', { headers: { authorization: `Bearer ${token}` } });
    expect((await ask(token)).status).toBe(401);
    portal.setTime(null);
  });
});
