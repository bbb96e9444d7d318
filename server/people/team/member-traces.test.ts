import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBatch, uploadBatch } from '#shared/bulk/batches.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { changeClient } from '#shared/people/staff-clients.ts';
import * as team from '#shared/people/team.ts';
import { stockLots } from '#shared/warehouse/stock.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser, userOf } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakeServer, startFakeServer } from '#test/services/fake-server.ts';
import { bulkText, fileForm, finished, manyCells } from '#test/texts/bulk-file-factory.ts';

let app: TestApp;
let mail: FakeMailServer;
let warehouse: FakeServer;
let owner: Sender;
const log: string[] = [];
beforeAll(async () => {
  mail = await startFakeMailServer();
  warehouse = await startFakeServer();
  warehouse.answer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"lotes":[]}]}'),
  );
  const settings = { SMTP_URL: mail.url, WAREHOUSE_URL: warehouse.url, WAREHOUSE_TOKEN: 'clave', LOG_LEVEL: 'warn' };
  app = await startTestApp(settings, { onLog: (line) => log.push(line) });
  owner = await signUp(app, mail);
});
afterAll(async () => {
  await app?.stop();
  await warehouse?.stop();
  await mail?.stop();
});

const suspend = (id: number) => app.call(team.suspendUser, { token: owner.token, params: { id } });

test('an upload of a user who is suspended meanwhile finishes in the company’s name', async () => {
  const seller = await addUser(app, mail, owner, 'operations');
  const sent = await app.call(uploadBatch, { token: seller.token, form: fileForm(bulkText(manyCells(300))) });
  expect(sent.status).toBe(200);
  expect((await suspend(seller.id)).status).toBe(200);
  expect(
    (await app.call(readBatch, { token: seller.token, params: { id: String(sent.body.results.id) } })).status,
  ).toBe(401);
  const batch = await finished(app, owner.token, sent.body.results.id);
  expect(batch).toMatchObject({ ordenes: 300, omitidas: 0 });
  const { body } = await app.call(listOrders, { token: owner.token, query: { limit: 1 } });
  expect(body.pagination.total).toBe(300);
});

test('the warehouse knows the company by its first user’s name, whoever is logged in', async () => {
  const second = await addUser(app, mail, owner, 'owner');
  const clientId = await clientIdOf(app, owner);
  await createStaffClient(app)(changeClient, { params: { clientId }, body: { fulfillment: true } });
  log.length = 0;
  const ask = async (token: string, logonName: string) => {
    expect((await app.call(stockLots, { token, body: { sku: 'A', logonName } })).status).toBe(200);
    return JSON.parse(warehouse.requests.at(-1)?.body.toString() ?? '').logonName;
  };
  expect(await ask(owner.token, owner.username)).toBe(owner.username);
  expect(await ask(second.token, second.username)).toBe(owner.username);
  expect(log.join()).not.toContain('logonName');
  expect(await ask(second.token, 'otra')).toBe(owner.username);
  expect(log.join()).toContain('logonName');
  const { id = 0 } = (await userOf(app, second, owner.email)) ?? {};
  await app.call(team.removeUser, { token: second.token, params: { id } });
  expect(await ask(second.token, second.username)).toBe(owner.username);
});
