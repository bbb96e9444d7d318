import { afterAll, beforeAll, expect, test } from 'vitest';
import * as tariffs from '#shared/money/staff-tariffs.ts';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { AS_WRITTEN } from '#test/callers/audited-actions.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { logIn, registrationForm, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let mail: FakeMailServer;
let app: TestApp;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, REGISTRATION: 'approval' });
  staff = createStaffClient(app);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

/** Reads what the provider did to a client, in the order of the acts. */
const actsOn = (clientId: number) =>
  app.owner(
    `SELECT action, target, fields, details FROM audit_log WHERE client_id = $1 AND action LIKE 'ops.%' ORDER BY ${AS_WRITTEN}`,
    [clientId],
  );

test('the provider’s acts on a company are in the audit trail with the company, the user or the tariff', async () => {
  const owner = await signUp(app, mail, { cuit: '30-71000001-1' });
  const { body } = await staff(clients.listClients, { query: { filter: { search: owner.username } } });
  const clientId = body.results[0]?.client_id ?? 0;
  const params = { clientId };
  const id = (await staff(users.listClientUsers, { params })).body.results[0]?.id ?? 0;
  const target = String(clientId);
  const act = async ({ status }: { status: number }) => expect(status).toBe(200);
  const enter = () => logIn(app, owner.username, owner.password);

  await act(await staff(clients.approveClient, { params }));
  await act(await staff(clients.undoRegistrationDecision, { params }));
  await act(await staff(clients.rejectClient, { params, body: { reason: 'Otra empresa' } }));
  await act(await staff(clients.changeClient, { params, body: { logistica_inversa: true } }));
  await act(await staff(clients.correctClient, { params, body: { nombre_empresa: 'Mates del Norte' } }));
  await act(await staff(users.blockUser, { params: { clientId, id }, body: { reason: 'Robo' } }));
  await act(await staff(users.unblockUser, { params: { clientId, id } }));
  await enter();
  await act(await staff(users.endUserSessions, { params: { clientId, id } }));
  await act(await staff(clients.blockClient, { params, body: { reason: 'Deuda' } }));
  await act(await staff(clients.unblockClient, { params }));
  await enter();
  await act(await staff(clients.endClientSessions, { params }));
  const none = { details: null, fields: [] };
  expect(await actsOn(clientId)).toEqual([
    { action: 'ops.client.approve', target, details: null, fields: ['approved_at'] },
    { action: 'ops.client.undo', target, details: null, fields: ['approved_at', 'rejected_at', 'rejection_reason'] },
    { action: 'ops.client.reject', target, details: null, fields: ['rejected_at', 'rejection_reason'] },
    { action: 'ops.client.change', target, details: { logistica_inversa: true }, fields: ['logistica_inversa'] },
    { action: 'ops.client.correct', target, details: null, fields: ['nombre_empresa'] },
    { action: 'ops.user.block', target: String(id), ...none },
    { action: 'ops.user.unblock', target: String(id), ...none },
    { action: 'ops.user.end_sessions', target: String(id), ...none },
    { action: 'ops.client.block', target, ...none },
    { action: 'ops.client.unblock', target, ...none },
    { action: 'ops.client.end_sessions', target, ...none },
  ]);
});

test('a new company is in the audit trail by its id, and so is the end of its own tariff', async () => {
  const { nombre, apellido, telefono, email, razon_social, nombre_empresa, username } = registrationForm();
  const form = { nombre, apellido, telefono, email, razon_social, nombre_empresa, username, cuit: '30-71000002-1' };
  const { body } = await staff(clients.createClient, { body: form });
  const clientId = body.results.client_id;
  const params = { clientId };
  const general = (await staff(tariffs.listTariffs, { query: { limit: 50 } })).body.results[0];
  if (!general) throw new Error('no tariff');
  const own = { ...general, valid_from: '2027-01-04' };
  expect((await staff(tariffs.publishClientTariff, { params, body: own })).status).toBe(200);
  expect((await staff(tariffs.endClientTariff, { params, body: { valid_from: '2027-02-01' } })).status).toBe(200);
  const [tariff] = await app.owner<{ id: number }>(
    'SELECT tariff_id AS id FROM client_tariffs WHERE client_id = $1 AND tariff_id IS NOT NULL',
    [clientId],
  );
  const flags = { prepago: false, logistica_inversa: false, fulfillment: false };
  expect(await actsOn(clientId)).toEqual([
    { action: 'ops.client.create', target: String(clientId), details: flags, fields: [] },
    { action: 'ops.client.tariff', target: String(tariff?.id), details: { valid_from: '2027-01-04' }, fields: [] },
    { action: 'ops.client.tariff_end', target: String(clientId), details: { valid_from: '2027-02-01' }, fields: [] },
  ]);
});
