import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '#server/integrations/deps.ts';
import { runNightlyMaintenance } from '#server/nightly/nightly.ts';
import { generateSecretsKey } from '#server/platform/secrets/encryption.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { hire, openStaffBrowser, STAFF_PASSWORD } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';

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

const night = (deps: Deps) => runNightlyMaintenance(deps, new AbortController().signal);

test('a second factor works during a rotation of SECRETS_KEY, and without the old key after the next night', async () => {
  const person = await hire(app, mail, 'support');
  const SECRETS_KEY = generateSecretsKey();
  const restartWith = (SECRETS_KEY_PREVIOUS: string) =>
    startTestApp({ SMTP_URL: mail.url, SECRETS_KEY, SECRETS_KEY_PREVIOUS }, { sharesDatabaseWith: app });
  let moment = Date.now();
  async function giveCode(node: TestApp): Promise<number> {
    moment += 60_000;
    node.setTime(new Date(moment));
    const browser = openStaffBrowser(node);
    await browser.call(calls.staffLogin, { body: { email: person.email, password: STAFF_PASSWORD } });
    const code = person.authenticator.code(new Date(moment));
    return (await browser.call(calls.staffLoginCode, { body: { code } })).status;
  }
  const rotating = await restartWith(TEST_SECRETS_KEY);
  expect(await giveCode(rotating)).toBe(200);
  await night(rotating.server.deps);
  await rotating.stop();
  const rotated = await restartWith('');
  expect(await giveCode(rotated)).toBe(200);
  await rotated.stop();
  // A node with neither key: the night goes on and reports the failure at its end.
  await expect(night(app.server.deps)).rejects.toThrow('neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS');
});

test('sessions that ended a month ago are deleted', async () => {
  const fresh = await startTestApp({ SMTP_URL: mail.url });
  const { id } = await hire(fresh, mail, 'support');
  const count = async () => (await fresh.owner('SELECT FROM staff_sessions WHERE staff_id = $1', [id])).length;
  fresh.setTime(new Date(Date.now() + 30 * DAY_MS));
  await night(fresh.server.deps);
  expect(await count()).toBe(1);
  fresh.setTime(new Date(Date.now() + 31 * DAY_MS));
  await night(fresh.server.deps);
  expect(await count()).toBe(0);
  await fresh.stop();
});
