import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mail } from '#server/integrations/mail/mailer.ts';
import { startTestGateway, type TestGateway } from '#test/app/test-gateway.ts';
import { mailQueue, sendMail } from './mails.ts';

const sent: Mail[] = [];
let gateway: TestGateway;
beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
  gateway = await startTestGateway([], { THROTTLE: 'normal' }, { mailer });
});
afterAll(() => gateway?.stop());

const mails = mailQueue<object>('new-mail', { requested: ['asked'] });
const send = (kind: string, to: string) =>
  sendMail(gateway.deps, mails, kind, { to, subject: kind, name: '', paragraphs: [] });
const arrived = (to: string) => sent.filter((mail) => mail.to === to).length;

test.each([
  ['asked', 330],
  ['notice', 40],
])('a mailbox gets of the kind «%s» at most %i mails an hour, even if no call limits it', async (kind, most) => {
  const to = `${kind}@example.com`;
  for (let n = 0; n < most + 3; n++) await send(kind, to);
  expect(arrived(to)).toBe(most);
  await send(kind, `other-${kind}@example.com`);
  expect(arrived(`other-${kind}@example.com`)).toBe(1);
});
