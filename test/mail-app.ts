import { afterAll, afterEach } from 'vitest';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/**
 * Starts the whole server with a fake mail server for the tests of one file, which it stops after them.
 *
 * @param at the product's time at the beginning of each test; by default the time of the machine
 */
export async function startMailApp(at?: Date): Promise<{ app: TestApp; mail: FakeMailServer }> {
  const mail = await startFakeMailServer();
  const app = await startTestApp({ SMTP_URL: mail.url });
  if (at) {
    app.setTime(at);
    afterEach(() => app.setTime(at));
  }
  afterAll(async () => {
    await app.stop();
    await mail.stop();
  });
  return { app, mail };
}
