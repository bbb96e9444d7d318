import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let mail: FakeMailServer;
let app: TestApp;
let staff: ReturnType<typeof createStaffClient>;
let ana: Sender;
let id: number;
let cuits = 0;

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, REGISTRATION: 'approval' });
  staff = createStaffClient(app);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});
beforeEach(async () => {
  ana = await signUp(app, mail, { cuit: `30-${String(70_000_000 + ++cuits)}-1` });
  const { body } = await staff(clients.listClients, { query: { filter: { search: ana.username } } });
  id = body.results[0]?.client_id ?? 0;
});

const order = ({ token }: Sender) => app.call(createOrder, { token, body: newOrder() });
const approve = () => staff(clients.approveClient, { params: { clientId: id } });
const reject = (reason: string) => staff(clients.rejectClient, { params: { clientId: id }, body: { reason } });

describe('the decision about a registration is undone', () => {
  const undo = (clientId = id) => staff(clients.undoRegistrationDecision, { params: { clientId } });

  test('of an approval and a rejection, and neither is mailed', async () => {
    await approve();
    expect((await undo()).body.message).toBe('El registro espera de nuevo una decisión');
    expect((await order(ana)).body).toMatchObject({
      code: 'approval_required',
      message: expect.stringContaining('en revisión'),
    });
    await reject('El CUIT no es de la empresa');
    expect((await undo()).status).toBe(200);
    expect((await order(ana)).body).toMatchObject({
      code: 'approval_required',
      message: expect.stringContaining('en revisión'),
    });
    await approve();
    await app.owner(`UPDATE pgboss.job SET start_after = now() WHERE name = 'client-mail' AND state = 'created'`);
    await mailAbout(mail, ana.email, 'Tu cuenta está aprobada');
    await expect
      .poll(() => app.owner(`SELECT FROM pgboss.job WHERE name = 'client-mail' AND state <> 'completed'`))
      .toEqual([]);
    const subjects = (await mail.mailsTo(ana.email, 1)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /aprob/.test(subject))).toHaveLength(1);
  });

  test('and a mail that the version before queued is sent', async () => {
    await approve();
    await app.owner(
      `UPDATE pgboss.job SET start_after = now(), data = data - 'decidedAt' WHERE name = 'client-mail' AND state = 'created'`,
    );
    await mailAbout(mail, ana.email, 'Tu cuenta está aprobada');
  });

  test('but not after the first order, after 16 seconds, or without one', async () => {
    const tooLate = async () => (await undo()).body.message;
    expect([(await undo()).status, await tooLate()]).toEqual([409, 'Ya no hay una decisión para deshacer']);
    await approve();
    expect((await order(ana)).status).toBe(200);
    expect(await tooLate()).toBe('Ya no se puede deshacer: el cliente creó una orden');
    await app.owner(`UPDATE clients SET approved_at = approved_at - interval '16 seconds' WHERE client_id = $1`, [id]);
    expect(await tooLate()).toBe('Una decisión se puede deshacer durante 10 segundos');
    expect((await undo(1)).status).toBe(404);
  });
});
