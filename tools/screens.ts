// Takes screenshots of every screen of the portal for docs/screens, from a demonstration with a separate data folder: desktop in the
// light and the dark theme, and phone; and of the console's main screens in the same way.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import { chromiumLaunch } from '#test/e2e/chromium.ts';
import { type ConsoleScreenName, consolePath } from '#test/e2e/console-screens.ts';
import { logIn, settled } from '#test/e2e/demo-page.ts';
import { enterConsole } from '#test/e2e/enter-console.ts';
import { screensOf } from '#test/e2e/screens.ts';
import { startServerProcess } from '#test/e2e/server-process.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screens');

const LOOKS: Record<string, BrowserContextOptions> = {
  '': { viewport: { width: 1440, height: 900 } },
  '-oscuro': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  '-telefono': { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** Screens of the console that show what each role works with. */
const CONSOLE: readonly ConsoleScreenName[] = [
  'colas',
  'cola-incidencias',
  'envio',
  'cliente',
  'eventos',
  'colectas',
  'manifiesto',
  'deposito',
  'pedido',
  'conteo',
  'cobros',
  'tarifa-nueva',
  'primeros-pasos',
  'feriados',
];

async function main(): Promise<void> {
  const server = await startServerProcess();
  const browser = await chromium.launch(chromiumLaunch());
  try {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    const names = new Set<string>();
    for (const [look, options] of Object.entries(LOOKS)) {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'es-AR',
        timezoneId: 'America/Argentina/Buenos_Aires',
        ...options,
      });
      const page = await context.newPage();
      await logIn(page);
      const screens = await screensOf(page);
      const visitor = await (await browser.newContext({ ...options, baseURL: server.url, locale: 'es-AR' })).newPage();
      for (const { name, path, open } of screens) {
        const shown = open ? visitor : page;
        await shown.goto(path);
        await settled(shown);
        await shown.screenshot({ path: join(FOLDER, `${name}${look}.jpg`), type: 'jpeg', quality: 72 });
        names.add(name);
      }
      await context.close();
      const provider = await browser.newContext({ baseURL: server.url, locale: 'es-AR', ...options });
      const staff = await provider.newPage();
      await enterConsole(staff, 'admin@remito.example');
      for (const name of CONSOLE) {
        await staff.goto(await consolePath(staff, name));
        await settled(staff);
        await staff.screenshot({ path: join(FOLDER, `consola-${name}${look}.jpg`), type: 'jpeg', quality: 72 });
      }
      await provider.close();
    }
    await writeFile(join(FOLDER, 'README.md'), indexOf([...names]));
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Page that contains all screenshots. */
function indexOf(names: readonly string[]): string {
  const cells = (name: string, looks: readonly string[]) =>
    looks.map((look) => `![${name}${look}](${name}${look}.jpg)`).join(' | ');
  const portal = names.map((name) => `| ${cells(name, ['', '-oscuro', '-telefono'])} |`);
  const staff = CONSOLE.map((name) => `| ${cells(`consola-${name}`, ['', '-oscuro', '-telefono'])} |`);
  return [
    '# Every screen',
    '',
    'Taken by `npm run screens` of the demonstration.',
    '',
    '| light | dark | phone |',
    '| --- | --- | --- |',
    ...portal,
    '',
    '## The console of the provider’s staff',
    '',
    '| light | dark | phone |',
    '| --- | --- | --- |',
    ...staff,
    '',
  ].join('\n');
}

await main();
