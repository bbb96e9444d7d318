import { expect, test } from 'vitest';
import { type InvitationMail, mayLeaveSoon } from './invitation-mail.ts';

test.each<[InvitationMail['state'], string, boolean]>([
  ['waiting', '2026-11-20T09:09:59-03:00', true],
  ['waiting', '2026-11-20T09:10:00-03:00', false],
  ['sent', '2026-11-20T09:01:00-03:00', false],
  ['failed', '2026-11-20T09:01:00-03:00', false],
])('the mail of an invitation of 09:00, %s, may leave soon at %s: %s', (state, now, may) => {
  const mail = { state, problem: null, sent_at: null };
  expect(mayLeaveSoon(mail, '2026-11-23T09:00:00-03:00', Date.parse(now))).toBe(may);
});
