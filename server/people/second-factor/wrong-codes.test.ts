import { expect, test } from 'vitest';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { giveCode, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

const { app, mail } = await sharedApp(NOON);

test('wrong codes spread over a day are reported once, also between correct ones', async () => {
  // A node that limits codes.
  const node = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal', ROLE: 'web' }, { sharesDatabaseWith: app });
  const sender = await signUp(app, mail);
  const { authenticator } = await setUpFactor(app, sender, NOON);
  // More than an hour apart, so that no delay begins.
  for (let n = 1; n <= 8; n++) {
    node.setTime(later(n * 4000));
    expect((await giveCode(node, await logInHalf(node, sender), '000000')).status).toBe(422);
    const right = authenticator.code(later(n * 4000));
    expect((await giveCode(node, await logInHalf(node, sender), right)).status).toBe(200);
  }
  await mailAbout(mail, sender.email, 'Alguien escribió códigos equivocados');
  const queued = await app.owner(
    `SELECT FROM pgboss.job WHERE name = 'factor-mail' AND data->>'kind' = 'wrong-codes'
     AND data->'principal'->>'id' = (SELECT id::text FROM users WHERE username = $1)`,
    [sender.username],
  );
  expect(queued).toHaveLength(1);
  await node.stop();
});
