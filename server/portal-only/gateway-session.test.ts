import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listStock } from '#shared/warehouse/stock.ts';
import { startTestPortal, type TestPortal } from '#test/app/test-portal.ts';
import { type FakeServer, RESPONSE_FAULTS, startFakeServer } from '#test/services/fake-server.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';

const [USER, INFO, MODES] = ['/v2/client/user/', '/v2/client/info/', '/v1/client/delivery_mode/'];

let gateway: FakeServer;
let warehouse: FakeServer;
let portal: TestPortal;
beforeAll(async () => {
  gateway = await startFakeServer();
  warehouse = await startFakeServer();
  warehouse.answer((_, response) => response.end('{"data":[{"productos":[]},{"pagination":{"pages":1}}]}'));
  portal = await startTestPortal(gateway.url, { WAREHOUSE_URL: warehouse.url });
  // The portal probes the gateway's user call once at its start.
  await gateway.firstRequest;
});
afterAll(async () => {
  await portal?.stop();
  await gateway?.stop();
  await warehouse?.stop();
});
beforeEach(() => {
  gateway.requests.length = 0;
  warehouse.requests.length = 0;
});

/** An unsigned token with claims. Only the gateway decides whether it is valid. */
const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

describe('The client whose stock is read', () => {
  /** Sets the gateway's responses by path. */
  function gatewayAnswers(statuses: Record<string, number>, bodies: Record<string, object> = {}): void {
    gateway.answer(({ path }, response) => {
      const call = path.replace('/api', '');
      const standard = call === MODES ? { results: [{ id: '5', name: 'Fulfillment Refrigerado' }] } : {};
      response.writeHead(statuses[call] ?? 200).end(JSON.stringify(bodies[call] ?? standard));
    });
  }
  let nth = 0;
  /** Reads stock, by default with a token that isn't cached. */
  const readStock = (token = tokenOf({ username: 'del-token', nth: nth++ })) =>
    portal.call(listStock, { token, body: { logonName: 'otro' } });
  const names = () => warehouse.requests.map(({ body }) => JSON.parse(body.toString()).logonName);

  test('is the user of the gateway’s user call, at the top level or below results', async () => {
    gatewayAnswers({}, { [USER]: { username: 'del-gateway' } });
    expect((await readStock()).status).toBe(200);
    gatewayAnswers({}, { [USER]: { results: { username: 'de-results' } } });
    expect((await readStock()).status).toBe(200);
    gatewayAnswers({}, { [USER]: [{ username: 'de-lista' }], [MODES]: ['Fulfillment Refrigerado'] });
    expect((await readStock()).status).toBe(200);
    expect(names()).toEqual(['del-gateway', 'de-results', 'de-lista']);
  });

  test('is the user in the token if there is no user call and the gateway accepts the token', async () => {
    gatewayAnswers({ [USER]: 404 });
    expect((await readStock()).status).toBe(200);
    expect(names()).toEqual(['del-token']);
  });

  test.each([
    ['a token that the gateway refuses, although it names a user', { [USER]: 404, [INFO]: 401 }, {}, 401],
    ['a token that the user call refuses', { [USER]: 401 }, {}, 401],
    ['anybody while the user call fails', { [USER]: 500 }, {}, 503],
    ['anybody while the second call fails', { [USER]: 404, [INFO]: 500 }, {}, 503],
    ['a token without access to the client call', { [USER]: 404, [INFO]: 403 }, {}, 503],
    ['a user without a name', {}, { [USER]: { username: '' } }, 403],
    [
      'a client without the Fulfillment mode',
      {},
      { [USER]: { username: 'a' }, [MODES]: { results: [{ id: '5', name: 'Otro' }] } },
      403,
    ],
    ['a client who hasn’t accepted the terms', {}, { [USER]: { username: 'a', terms_accepted: false } }, 403],
  ])('is not %s', async (_, statuses, bodies, status) => {
    gatewayAnswers(statuses, bodies as Record<string, object>);
    expect((await readStock()).status).toBe(status);
    expect(warehouse.requests).toEqual([]);
  });

  test('is unknown while the gateway doesn’t respond, and the user gets a 503 in time', async () => {
    onTestFinished(shortenTimeouts());
    gateway.answer(RESPONSE_FAULTS['never responds'] as (typeof RESPONSE_FAULTS)[string]);
    expect(await readStock()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(warehouse.requests).toEqual([]);
    // Not logged as an error of the portal.
    expect(portal.log()).toContain('request refused: a service is down');
    expect(portal.log()).not.toContain('request failed');
  });

  test('is cached for a minute, or until the gateway refuses the token', async () => {
    gatewayAnswers({}, { [USER]: { username: 'ana' } });
    const token = tokenOf({ nth: nth++ });
    await Promise.all([readStock(token), readStock(token)]);
    expect(gateway.requests).toHaveLength(2);
    portal.setTime(new Date(Date.now() + 61_000));
    await readStock(token);
    expect(gateway.requests).toHaveLength(4);
    gatewayAnswers({ '/v1/client/order/': 401, [USER]: 401 });
    expect((await readStock(token)).status).toBe(200);
    await portal.fetch('/api/v1/client/order/', { headers: { authorization: `Bearer ${token}` } });
    expect((await readStock(token)).status).toBe(401);
    portal.setTime(null);
  });
});
