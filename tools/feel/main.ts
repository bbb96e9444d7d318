// Measures the portal on a slow machine, with the processor slowed to a quarter: layout shift of every screen while
// loading, and the time to answer each action. Runs on the demonstration in its own data folder.
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '#test/e2e/chromium.ts';
import { logIn, settled } from '#test/e2e/demo-page.ts';
import { type Screen, type ScreenName, screensOf } from '#test/e2e/screens.ts';
import { startServerProcess } from '#test/e2e/server-process.ts';
import { ACTIONS, ACTIONS_ON_EVERY_SCREEN } from './actions.ts';
import { latency, observe, shifted } from './observe.ts';

/** Promised maximum of layout shift, and of milliseconds until a visible response. */
const MOST = { shift: 0.02, ms: 200 };

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
};

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    /** Factor by which the processor is slowed. */
    slower: { type: 'string', default: '4' },
    /** Names of screens, separated by commas; all by default. */
    only: { type: 'string', default: '' },
  },
});

interface ScreenTimings {
  name: ScreenName;
  /** Maximum over its loads, on a desktop and on a phone. */
  shift: Record<keyof typeof SIZES, number>;
  /** Median milliseconds of each action. */
  actions: Map<string, number>;
}

async function main(): Promise<void> {
  const server = await startServerProcess();
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const pages = {
      desk: await slowPage(browser, server.url, 'desk'),
      phone: await slowPage(browser, server.url, 'phone'),
    };
    const screens = (await screensOf(pages.desk)).filter(
      ({ name }) => !values.only || values.only.split(',').includes(name),
    );
    let reached = true;
    console.log('| screen | CLS | on a phone | ms to an answer | reached |\n| --- | --- | --- | --- | --- |');
    // With a session, the login would redirect.
    for (const screen of screens.toSorted((a, b) => Number(a.open ?? false) - Number(b.open ?? false))) {
      if (screen.open) for (const page of Object.values(pages)) await page.evaluate(() => localStorage.clear());
      const felt = await measureScreen(screen, pages);
      reached &&= isGood(felt);
      console.log(rowOf(felt));
    }
    process.exitCode = reached ? 0 : 1;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function slowPage(browser: Browser, baseURL: string, size: keyof typeof SIZES): Promise<Page> {
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL,
    locale: 'es-AR',
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  await logIn(page);
  await page.addInitScript(observe);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) });
  return page;
}

async function measureScreen(
  { name, path, open }: Screen,
  pages: Record<keyof typeof SIZES, Page>,
): Promise<ScreenTimings> {
  const shift = { desk: 0, phone: 0 };
  const times = new Map<string, number[]>();
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const size of ['phone', 'desk'] as const) {
      await pages[size].goto(path);
      await settled(pages[size]);
      shift[size] = Math.max(shift[size], await shifted(pages[size]));
    }
    for (const { what, act } of [...(ACTIONS[name] ?? []), ...(open ? [] : ACTIONS_ON_EVERY_SCREEN)]) {
      const ms = await latency(pages.desk, () => act(pages.desk));
      times.set(what, [...(times.get(what) ?? []), ms]);
    }
  }
  return { name, shift, actions: new Map([...times].map(([what, all]) => [what, median(all)])) };
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const isGood = ({ shift, actions }: ScreenTimings) =>
  Object.values(shift).every((share) => share <= MOST.shift) && [...actions.values()].every((ms) => ms <= MOST.ms);

function rowOf(felt: ScreenTimings): string {
  const { name, shift, actions } = felt;
  const measured = ([what, ms]: [string, number]) => `${what} ${ms > MOST.ms ? `**${ms}**` : ms}`;
  const answers = [...actions].map(measured).join(', ');
  return `| ${name} | ${shift.desk.toFixed(3)} | ${shift.phone.toFixed(3)} | ${answers} | ${isGood(felt) ? 'yes' : 'no'} |`;
}

await main();
