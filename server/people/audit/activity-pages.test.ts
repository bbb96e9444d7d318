import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivity, MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import { listAllActivity } from '#shared/people/staff-activity.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let mail: FakeMailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

test.each([
  [0, MAX_PAGED_ACTIVITY],
  [1, MAX_PAGED_ACTIVITY + 1],
  [2, MAX_PAGED_ACTIVITY + 1],
])('%i rows more than pages reach are counted as %i, for the company and the provider', async (more, total) => {
  const sender = await signUp(app, mail);
  const target = `T${more}`;
  await app.owner(
    `INSERT INTO audit_log (client_id, actor_kind, actor_name, action, target, network, request_id)
     SELECT client_id, 'user', username, 'order.cancel', $2, '', '' FROM users, generate_series(1, $3::integer) WHERE username = $1`,
    [sender.username, target, MAX_PAGED_ACTIVITY + more],
  );
  const query = { page: '9999', limit: '500', filter: { target } };
  const own = await app.call(listActivity, { token: sender.token, query });
  const all = await createStaffClient(app)(listAllActivity, { query });
  for (const { body } of [own, all]) {
    expect(body.results).toHaveLength(500);
    expect(body.pagination).toEqual({ page: 20, pages: 20, total, limit: 500 });
  }
});
