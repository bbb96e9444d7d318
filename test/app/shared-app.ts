import { afterAll, afterEach } from 'vitest';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { startTestApp, type TestApp } from './test-app.ts';

interface SharedApp {
  app: TestApp;
  mail: FakeMailServer;
}

const SETTINGS = { PUBLIC_URL: 'https://portal.example.com', BRAND_SUPPORT: 'soporte@example.com' };

let starting: Promise<SharedApp> | undefined;

async function start(): Promise<SharedApp> {
  const mail = await startFakeMailServer();
  return { app: await startTestApp({ SMTP_URL: mail.url, ...SETTINGS }), mail };
}

/**
 * Returns the server of this test process, with its own database, and its mail server. Only for test files that change nothing but
 * their own clients: no settings, no data of the provider. Both end with the process.
 *
 * @param at the product's time at the beginning of each test; by default the time of the test process, which begins each file at
 * `TEST_NOW` and goes on
 */
export async function sharedApp(at: Date | null = null): Promise<SharedApp> {
  starting ??= start();
  const { app, mail } = await starting;
  app.setTime(at);
  if (at) afterEach(() => app.setTime(at));
  afterAll(() => app.setTime(null));
  return { app, mail };
}
