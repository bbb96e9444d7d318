import { beforeAll, expect, test } from 'vitest';
import * as calls from '#shared/people/email-change.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { requestChange } from '#test/inputs/session-inputs.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';

const { app, mail } = await sharedApp();

const ROUNDS = scaled(12, 200);

let senders: [Sender, Sender];
beforeAll(async () => {
  senders = [await signUp(app, mail), await signUp(app, mail)];
});

const confirm = (token: string) => app.call(calls.confirmEmailChange, { body: { token } });
const withdraw = (token: string) => app.call(calls.withdrawEmailChange, { body: { token } });

const emails = async () =>
  (
    await app.owner<{ email: string; norm: string }>(
      `SELECT u.email, d.email_norm AS norm FROM users u JOIN user_directory d ON d.client_id = u.client_id AND d.user_id = u.id
       WHERE u.username = ANY ($1)`,
      [senders.map(({ username }) => username)],
    )
  ).map(({ email, norm }) => {
    expect(norm).toBe(email.toLowerCase());
    return email;
  });

test('when two users change to one address at once, exactly one gets it', {
  timeout: scaledTimeout(600_000),
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { email } = registrationForm();
    const changes = [
      await requestChange(app, mail, senders[0], email),
      await requestChange(app, mail, senders[1], email),
    ];
    for (const { oldToken } of changes) expect((await confirm(oldToken)).status).toBe(200);
    const answers = await Promise.all(changes.map(({ newToken }) => confirm(newToken)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await emails()).filter((one) => one === email)).toHaveLength(1);
    // The one who got it is known by the new address from now on.
    const winner = senders[answers[0]?.status === 200 ? 0 : 1];
    winner.email = email;
  }
});

test('when both links are confirmed at once, the e-mail changes once', {
  timeout: scaledTimeout(600_000),
}, async () => {
  const [sender] = senders;
  for (let round = 0; round < ROUNDS; round++) {
    const { email } = registrationForm();
    const change = await requestChange(app, mail, sender, email);
    const answers = await Promise.all([confirm(change.oldToken), confirm(change.newToken), confirm(change.newToken)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    expect(answers.filter(({ body }) => body.results?.done)).toHaveLength(1);
    expect(await emails()).toContain(email);
    sender.email = email;
  }
});

test('of a last confirmation and a withdrawal at once, exactly one succeeds', {
  timeout: scaledTimeout(600_000),
}, async () => {
  const [sender] = senders;
  for (let round = 0; round < ROUNDS; round++) {
    const { email } = registrationForm();
    const change = await requestChange(app, mail, sender, email);
    await confirm(change.newToken);
    const [confirmed, withdrawn] = await Promise.all([confirm(change.oldToken), withdraw(change.oldToken)]);
    expect([confirmed.status, withdrawn.status].sort()).toEqual([200, 422]);
    expect((await emails()).includes(email)).toBe(confirmed.status === 200);
    if (confirmed.status === 200) sender.email = email;
  }
});
