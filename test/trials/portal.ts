import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { accounts, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { messages } from '#shared/kit/messages.ts';
import { chromiumLaunch } from '#test/e2e/chromium.ts';
import { logIn, settled } from '#test/e2e/demo-page.ts';
import { STATES } from '#test/e2e/screen-states/all.ts';
import { SCREEN_NAMES, type Screen, type ScreenName, screensOf } from '#test/e2e/screens.ts';
import { freePort, type ServerProcess, startServerProcess } from '#test/e2e/server-process.ts';
import { startFakeWarehouseServer } from '#test/services/fake-warehouse-server.ts';
import { openPage, type WatchedPage } from './monitored-page.ts';
import { childrenOf } from './processes.ts';
import { type Finding, finding } from './report.ts';
import { WAREHOUSE_CONTENTS } from './warehouse-contents.ts';

const STATES_TOKEN = { PUBLIC_STATES_TOKEN: 'un-identificador-fijo' };

/** Elements that need additions of our gateway, and the screen that shows them. */
const ADDED: Record<string, (page: Page) => Promise<number>> = {
  '/ordenes': (page) => page.getByRole('navigation', { name: 'Vistas rápidas' }).count(),
  '/productos': (page) => page.getByRole('button', { name: 'Importar CSV' }).count(),
  '/usuario': (page) => page.getByRole('button', { name: 'Imprimir etiqueta de prueba' }).count(),
};

/** Contents of screens without additions: the specifications define no states of batches. */
const WITHOUT_ADDITIONS: Partial<Record<ScreenName, (page: Page) => Locator>> = {
  'carga-masiva-detalle': (page) => page.getByRole('main').getByRole('cell'),
};

/**
 * Runs the portal with a gateway that has only the specified calls, and with the provider's own warehouse: checks every
 * screen in Chromium, then again during a failure of the gateway.
 */
export async function portalBeforeGateway(): Promise<Finding[]> {
  const warehouse = await startFakeWarehouseServer();
  for (const { username } of accounts) warehouse.keep(username, WAREHOUSE_CONTENTS);
  const folder = await mkdtemp(join(tmpdir(), 'remito-trial-'));
  const settings = { STRICT_CONTRACT: '1', PORT: String(await freePort()), ...STATES_TOKEN };
  const start = () => startServerProcess(settings, { dataDir: folder, keepData: true });
  let gateway = await start();
  const portal = await startServerProcess({ GATEWAY_URL: gateway.url, ...STATES_TOKEN, ...warehouse.settings });
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const found = [
      ...(await everyScreen(browser, portal.url)),
      await everyLogin(browser, portal.url),
      await nothingBehind(portal),
    ];
    const watched = await openPage(browser, portal.url);
    await logIn(watched.page);
    // Without complete data at the gateway's failure, the portal returns to the login (D1 §4).
    await settled(watched.page);
    await gateway.stop();
    found.push(...(await withoutGateway(watched, await openPage(browser, portal.url))));
    gateway = await start();
    found.push(await withGatewayAgain(watched.page));
    return found;
  } finally {
    await browser.close();
    await portal.stop();
    await gateway.stop();
    await warehouse.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens every screen, as the account with data for it. */
async function everyScreen(browser: Browser, url: string): Promise<Finding[]> {
  const inside = await openPage(browser, url);
  const visitor = await openPage(browser, url);
  await logIn(inside.page);
  const screens = await screensOf(inside.page);
  const missing: string[] = [];
  const wrong: string[] = [];
  let added = 0;
  for (const screen of screens) {
    const { page, complaints } = screen.open ? visitor : inside;
    const trouble = await look(page, screen);
    if (trouble) missing.push(`${screen.name}: ${trouble}`);
    // The screen's call is refused, which the browser logs.
    const noted = complaints();
    if (!screen.refuses) wrong.push(...noted.map((line) => `${screen.name}: ${line}`));
    added += (await ADDED[screen.path]?.(page)) ?? 0;
  }
  const led = await leadsThrough(inside.page);
  const shown = screens.length - missing.length;
  const calls = [...inside.additions, ...visitor.additions];
  return [
    finding(
      'screens that show their data',
      `${shown} of ${SCREEN_NAMES.length}`,
      shown === SCREEN_NAMES.length,
      missing.join('; '),
    ),
    finding('console errors, failed calls', wrong.length, wrong.length === 0, wrong.slice(0, 5).join('; ')),
    finding('calls that the specifications lack', calls.length, calls.length === 0, calls[0]),
    finding('quick views, import of products, test label: number shown', added, added === 0),
    finding('search palette without a search call finds an order', led ? 'yes' : 'no', led),
  ];
}

/** Opens a screen and waits for its content. @returns the missing content; empty when complete */
async function look(page: Page, { name, path, refuses }: Screen): Promise<string> {
  const { shows, fails } = STATES[name];
  const content = WITHOUT_ADDITIONS[name] ?? shows;
  try {
    await page.goto(path);
    await (refuses && fails ? page.getByText(fails.says) : content(page)).first().waitFor();
    await settled(page);
    return '';
  } catch (error) {
    return String(error).split('\n', 1)[0] ?? '';
  }
}

/** Types an order's number into the palette, like a scanner. @returns whether the order opens */
async function leadsThrough(page: Page): Promise<boolean> {
  await page.goto('/ordenes');
  const order = page.locator('main a[href^="/ordenes/detalle/"]').first();
  const path = (await order.getAttribute('href')) ?? '';
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Buscar/ }).fill(path.split('/').at(-1) ?? '');
  await page.keyboard.press('Enter');
  return happens(page.waitForURL(`**${path}`));
}

/** Logs in every demonstration account, and opens all entries of its menu. */
async function everyLogin(browser: Browser, url: string): Promise<Finding> {
  const wrong: string[] = [];
  let entries = 0;
  for (const { username, acceptsTerms } of accounts.filter((account) => account.username !== SHOWCASE_USERNAME)) {
    const { page, complaints, additions } = await openPage(browser, url);
    await logIn(page, username);
    if (!acceptsTerms) await acceptTerms(page);
    const menu = page.getByRole('navigation', { name: 'Menú' }).getByRole('link');
    await menu.first().waitFor();
    for (const entry of await menu.all()) {
      const path = (await entry.getAttribute('href')) ?? '';
      await entry.click();
      await page.waitForURL(path === '/logout' ? '**/login' : `**${path}`);
      await settled(page);
      if (await page.getByText('Ocurrió un error').count()) wrong.push(`${username} ${path}: Ocurrió un error`);
      entries++;
    }
    wrong.push(...[...complaints(), ...additions].map((line) => `${username}: ${line}`));
    await page.context().close();
  }
  const others = `${entries} with ${accounts.length - 1} other logins`;
  return finding('menu entries opened without errors', others, wrong.length === 0, wrong.slice(0, 5).join('; '));
}

async function acceptTerms(page: Page): Promise<void> {
  const terms = page.getByRole('dialog', { name: 'Términos y Condiciones de Transporte' });
  await terms.getByRole('checkbox').check();
  await terms.getByRole('button', { name: 'Acepto los terminos y condiciones' }).click();
  await terms.waitFor({ state: 'hidden' });
}

/** Checks that the portal has no database, no address of one, and no files. */
async function nothingBehind({ process: { pid = 0 }, dataDir }: ServerProcess): Promise<Finding> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  const kept = [
    ...(await childrenOf(pid)),
    ...(await readdir(dataDir)),
    ...environment.split('\0').filter((line) => line.startsWith('DATABASE_')),
  ];
  return finding(
    'processes, files, settings of a database under the portal',
    kept.length,
    kept.length === 0,
    kept.join(),
  );
}

async function withoutGateway({ page }: WatchedPage, visitor: WatchedPage): Promise<Finding[]> {
  await page.goto('/ordenes');
  const errorShown = await happens(page.getByText('Ocurrió un error').first().waitFor());
  const retry = await page.getByRole('button', { name: 'Reintentar' }).first().isVisible();
  const entering = logIn(visitor.page).catch(() => {});
  const alert = await happens(visitor.page.getByText(messages.unavailable).first().waitFor());
  await visitor.page.context().close();
  await entering;
  const ready = await page.request.get('/readyz');
  return [
    finding(
      'gateway down: the list of orders',
      errorShown ? '“Ocurrió un error”, Reintentar' : 'no message',
      errorShown && retry,
    ),
    finding('… a login', alert ? `“${messages.unavailable}”` : 'no message', alert),
    finding('… /readyz', ready.status(), ready.status() === 503),
  ];
}

/** Checks that a screen reads again after the gateway's recovery. */
async function withGatewayAgain(page: Page): Promise<Finding> {
  const rows = STATES.ordenes.shows(page).first();
  const retry = page.getByRole('button', { name: 'Reintentar' }).first();
  await happens(rows.or(retry).first().waitFor());
  if (await retry.isVisible()) await retry.click();
  const back = await happens(rows.waitFor());
  return finding('gateway up again, same session: the list of orders', back ? 'shown' : 'not shown', back);
}

/** Returns whether an expected event occurs in time. */
const happens = (waiting: Promise<unknown>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false,
  );
