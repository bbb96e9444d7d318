import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { type FakeWarehouseServer, startFakeWarehouseServer } from '#test/services/fake-warehouse-server.ts';
import { pageClock } from '#test/test-time.ts';
import { type AxeCheck, axeViolations } from './axe.ts';
import { copyDemoData, waitForDemoData } from './demo-data.ts';
import { logIn } from './demo-page.ts';
import { redirectPayersTo, setGatewayUrl } from './gateway-url.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Pattern of an allowed console line; all other lines fail the test. */
type AllowedLine = RegExp;

interface Fixtures {
  /** Console lines that this test provokes on purpose: a failed request, a 500. */
  allowConsole: (line: AllowedLine) => void;
  /** Opens the portal as a demonstration account, or as another account with the given password. */
  logIn: (username: string, password?: string) => Promise<void>;
  /**
   * Stores the session of a demonstration account in the page without opening a screen, for tests that open their own one next.
   */
  storeSession: (username: string) => Promise<void>;
  /** Expects no violation of WCAG 2.2 A and AA on the current page. */
  expectAccessible: (what?: string, check?: AxeCheck) => Promise<void>;
}

const STATES_TOKEN = { PUBLIC_STATES_TOKEN: 'un-identificador-fijo' };

/** Settings by project: the complete gateway, and a gateway without additions to the specifications. */
const SETTINGS: Record<string, NodeJS.ProcessEnv> = {
  portal: {},
  strict: { STRICT_CONTRACT: '1', ...STATES_TOKEN },
};

interface WorkerFixtures {
  gateway: ServerProcess;
  /** The server that the browser uses: the gateway itself, or a portal in front of it. */
  portal: Pick<ServerProcess, 'url'>;
  warehouse: FakeWarehouseServer | null;
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Sessions of this worker by username. Tests reuse them to avoid further logins. */
const sessions = new Map<string, Session>();

const tokenIn = ({ origins }: Session) => origins[0]?.localStorage.find(({ name }) => name === 'token')?.value;

/** A file of the portal's origin that runs no code. */
const NO_SCREEN = '/favicon.svg';

/** Opens a path in a stored session; returns false if there is none or a test has ended it. */
async function returnTo(page: Page, username: string, path = '/estadisticas'): Promise<boolean> {
  const session = sessions.get(username);
  const token = session && tokenIn(session);
  if (!session || !token) return false;
  const known = await page.request.get('/api/v2/client/info/', { headers: { authorization: `Bearer ${token}` } });
  if (!known.ok()) return false;
  await page.context().setStorageState(session);
  await page.goto(path);
  return true;
}

/** Base of every browser test: pages must not write to the console or violate their content security policy. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // All pages have the time of the tests.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await context.addInitScript({ content: pageClock() });
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  // In the strict project a fake of the provider's service has stock and fulfillment orders.
  warehouse: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern.
    async ({}, use, info) => {
      const service = info.project.name === 'strict' ? await startFakeWarehouseServer() : null;
      await use(service);
      await service?.stop();
    },
    { scope: 'worker' },
  ],
  // Each worker has a separate gateway and database, so that tests don't affect each other.
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern.
    async ({}, use, info) => {
      const settings = {
        OPS_API_KEY: PROVIDER_KEY,
        LOG_LEVEL: 'info',
        ...SETTINGS[info.project.name],
      };
      const dataDir = await copyDemoData();
      const server = await startServerProcess(settings, dataDir ? { dataDir } : {});
      await waitForDemoData(server);
      setGatewayUrl(server.url);
      await use(server);
      await server.stop();
    },
    // Longer than the time limit of a server's start, which names what is missing.
    { scope: 'worker', timeout: 240_000 },
  ],
  // In the strict project the portal is a separate process in front of the gateway, as with a foreign gateway.
  portal: [
    async ({ gateway, warehouse }, use, info) => {
      if (info.project.name !== 'strict') return use(gateway);
      const settings = { GATEWAY_URL: gateway.url, ...STATES_TOKEN, ...warehouse?.settings };
      const server = await startServerProcess(settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => {
    await use(portal.url);
  },
  context: async ({ context, portal, gateway }, use) => {
    if (portal.url !== gateway.url) await redirectPayersTo(portal.url, context);
    await use(context);
  },
  allowConsole: async ({ page }, use) => {
    const excuses: AllowedLine[] = [];
    const faults: string[] = [];
    const note = (line: string) => {
      if (!excuses.some((allowConsole) => allowConsole.test(line))) faults.push(line);
    };
    listen(page, note);
    page.context().on('page', (opened) => listen(opened, note));
    await use((line) => {
      excuses.push(line);
    });
    expect(
      faults.filter((line) => !excuses.some((allowConsole) => allowConsole.test(line))),
      'the console stays empty',
    ).toEqual([]);
  },
  page: async ({ page }, use) => {
    await use(page);
    // A call with a fake response may still be pending when the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  logIn: async ({ page }, use) => {
    await use(async (username, password) => {
      // An already open page logs in like a user, without a stored session.
      const fresh = page.url() === 'about:blank';
      if (fresh && (await returnTo(page, username))) return;
      await logIn(page, username, password);
      if (!fresh) return;
      // The portal reads the client's flags after the login.
      await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
      sessions.set(username, await page.context().storageState());
    });
  },
  storeSession: async ({ page, logIn }, use) => {
    await use(async (username) => {
      if (!(await returnTo(page, username, NO_SCREEN))) await logIn(username);
    });
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (what = page.url(), check) => {
      // A soft assertion, so that one run reports all violations.
      expect.soft(await axeViolations(page, check), `${what} is accessible`).toEqual([]);
    });
  },
});

// The fixture allowConsole records console lines, so every test must use it.
test.beforeEach(({ allowConsole }) => {
  void allowConsole;
});

function listen(page: Page, note: (line: string) => void): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(message.text());
  });
  page.on('pageerror', (error) => note(String(error)));
}

export { expect };
