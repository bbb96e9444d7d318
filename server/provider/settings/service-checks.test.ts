import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSetup, testMail, testPayments } from '#shared/provider/staff-setup.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { auditedActions } from '#test/callers/audited-actions.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { hire } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';

const RECIPIENT = 'ana@proveedor.example';

let mail: FakeMailServer;
let payments: FakePaymentServer;
let app: TestApp;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  mail = await startFakeMailServer();
  payments = await startFakePaymentServer();
  app = await startTestApp({ SMTP_URL: mail.url, DEMO: '0', ...payments.settings }, { fresh: true });
  staff = createStaffClient(app);
});
afterAll(async () => {
  await app?.stop();
  await payments?.stop();
  await mail?.stop();
});

const setup = async () => (await staff(readSetup)).body.results;
const isDone = async (step: string) => (await setup()).steps.find(({ id }) => id === step)?.done;

test('a test mail arrives, and the step of the mails is done', async () => {
  expect(await isDone('mail_test')).toBe(false);
  const { body } = await staff(testMail, { body: { email: RECIPIENT } });
  expect(body.message).toContain(RECIPIENT);
  const [sent] = await mail.mailsTo(RECIPIENT);
  expect(sent?.subject).toContain('Email de prueba');
  await expect.poll(() => isDone('mail_test')).toBe(true);
  expect((await setup()).checks.mail).toMatchObject({ problem: null, passed_at: expect.any(String) });
});

test('a mail that the server refuses shows the server’s words, and the next one succeeds', async () => {
  mail.refuseNext(1);
  await staff(testMail, { body: { email: RECIPIENT } });
  await expect
    .poll(async () => (await setup()).checks.mail?.problem)
    .toBe('El servidor de correo no lo aceptó: 451 Try again later');
  expect(await isDone('mail_test')).toBe(false);
  await staff(testMail, { body: { email: RECIPIENT } });
  await expect.poll(() => isDone('mail_test')).toBe(true);
});

test('the credentials of the payments are tested, and the account is named', async () => {
  expect(await isDone('payment_test')).toBe(false);
  const { body } = await staff(testPayments);
  expect(body).toEqual({
    message: 'Los pagos llegan a la cuenta LOGISTICA SUR',
    results: { account: 'LOGISTICA SUR' },
  });
  expect(await isDone('payment_test')).toBe(true);
});

test.each([
  [401, {}, 'Mercado Pago no acepta MERCADOPAGO_ACCESS_TOKEN'],
  [500, {}, 'Mercado Pago no respondió. Probá de nuevo en unos minutos'],
  [200, { nickname: 'LOJA', site_id: 'MLB' }, 'La cuenta de Mercado Pago no es de Argentina'],
])(
  'an answer %s of the payment provider is explained, and the test counts as failed',
  async (status, reply, reason) => {
    payments.fault((_request, response) => response.writeHead(status).end(JSON.stringify(reply)));
    const { status: refused, body } = await staff(testPayments);
    payments.fault(null);
    expect([refused, body.message]).toEqual([409, reason]);
    expect((await setup()).checks.payments?.problem).toBe(reason);
    expect(await isDone('payment_test')).toBe(false);
  },
);

test('only an administrator tests the services, and each test is in the audit trail', async () => {
  const { browser } = await hire(app, mail, 'finance');
  expect((await browser.call(testMail, { body: { email: RECIPIENT } })).status).toBe(403);
  expect((await browser.call(testPayments)).status).toBe(403);
  expect(await auditedActions(app)).toEqual(expect.arrayContaining(['ops.setup.mail_test', 'ops.setup.payment_test']));
});
