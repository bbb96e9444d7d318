import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { changeClient, listClients } from '#shared/people/staff-clients.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakeServer, startFakeServer } from '#test/services/fake-server.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const TOKEN = 'un-token-que-nunca-sale-del-servidor';

let mail: FakeMailServer;
let service: FakeServer;
let app: TestApp;
let mine: Sender;
let theirs: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  service = await startFakeServer();
  app = await startTestApp({ SMTP_URL: mail.url, WAREHOUSE_URL: service.url, WAREHOUSE_TOKEN: TOKEN });
  mine = await signUp(app, mail);
  theirs = await signUp(app, mail);
  await setFlag(theirs, true);
});
beforeEach(() => {
  service.requests.length = 0;
  // Simulates a service that trusts every request.
  service.answer(({ body }, response) => {
    const { logonName } = JSON.parse(body.toString());
    const row = { sku: logonName, estado: logonName, lote: logonName, referencia: logonName };
    const data = [{ ...row, productos: [row], pedidos: [row], lotes: [row] }, { pagination: { pages: 1 } }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
});
afterAll(async () => {
  await app?.stop();
  await service?.stop();
  await mail?.stop();
});

async function setFlag({ username }: Sender, fulfillment: boolean) {
  const staff = createStaffClient(app);
  const [client] = (await staff(listClients, { query: { filter: { search: username } } })).body.results;
  await staff(changeClient, { params: { clientId: client?.client_id }, body: { fulfillment } });
}

const paths = Object.values(contract)
  .filter(({ access }) => access === 'fulfillment')
  .flatMap(({ path }) => [`/api${path}`, `/Api${path}`]);

/** Makes a call with a sender's token, or without one. */
async function ask(path: string, body: unknown, sender?: Sender) {
  const headers = { 'content-type': 'application/json', ...(sender && { authorization: `Bearer ${sender.token}` }) };
  const answer = await app.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text(), headers: JSON.stringify([...answer.headers]) };
}

const body = (more: object = {}) => ({ referencia: '1', sku: 'A', page: 1, pageSize: 10, ...more });

test('a client without the flag is refused every call, in both spellings, and the warehouse receives no request', async () => {
  expect(paths).toHaveLength(12);
  for (const path of paths) {
    const answer = await ask(path, body({ logonName: theirs.username }), mine);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'feature_required']);
    expect((await ask(path, body())).status).toBe(401);
  }
  expect(service.requests).toEqual([]);
});

test('with the flag each call reads only the session’s client, and is refused again once the flag is removed', async () => {
  await setFlag(mine, true);
  const names = [theirs.username, '', null, 7, [theirs.username], { $ne: mine.username }, `${mine.username}\u0000`];
  for (const path of paths) {
    for (const logonName of names) {
      const { status, text, headers } = await ask(
        `${path}?logonName=${theirs.username}`,
        body({ logonName, LogonName: theirs.username, logonname: theirs.username }),
        mine,
      );
      expect([path, logonName, status]).toEqual([path, logonName, 200]);
      expect(text).not.toContain(theirs.username);
      expect(text + headers).not.toContain(TOKEN);
    }
  }
  expect(service.requests).toHaveLength(paths.length * names.length);
  for (const { path, headers, body: sent } of service.requests) {
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(JSON.parse(sent.toString()).logonName).toBe(mine.username);
    const whole = `${path} ${JSON.stringify(headers)} ${sent}`;
    expect(whole).not.toContain(theirs.username);
    expect(whole).not.toContain(mine.token);
  }
  await setFlag(mine, false);
  expect((await ask(paths[0] ?? '', body(), mine)).status).toBe(403);
});
