// Runs Lighthouse on every screen with its mobile profile: the median of several runs on the demonstration, in its own
// data folder. Lighthouse is large and used only here, so it is installed next to this script on first use.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '#test/e2e/chromium.ts';
import { logIn } from '#test/e2e/demo-page.ts';
import { type Screen, screensOf } from '#test/e2e/screens.ts';
import { freePort, startServerProcess } from '#test/e2e/server-process.ts';
import { median } from '#tools/bench/measure.ts';

// The folder has its own package.json, in which '#tools' would not resolve: this script is therefore outside the folder.
const FOLDER = join(import.meta.dirname, 'lighthouse');
const KINDS = ['performance', 'accessibility', 'best-practices'] as const;

/** Promised minimums: performance 95 on the login, 90 on other screens. */
const LEAST = { login: 95, elsewhere: 90, others: 100, cls: 0.02 };

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Names of screens, separated by commas; all by default. */
    only: { type: 'string', default: '' },
  },
});

type Report = {
  categories: Record<(typeof KINDS)[number], { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
};
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

interface ScreenScores {
  name: string;
  /** 0 to 100, in the order of KINDS. */
  scores: number[];
  cls: number;
  /** ms until the largest contentful paint, and ms of blocked main thread. */
  lcp: number;
  tbt: number;
  /** Failed audits of accessibility and best practices. */
  faults: string[];
}

async function main(): Promise<void> {
  if (!existsSync(join(FOLDER, 'node_modules'))) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', FOLDER], { stdio: 'inherit' });
  }
  const entry = pathToFileURL(join(FOLDER, 'node_modules', 'lighthouse', 'core', 'index.js')).href;
  const lighthouse: Lighthouse = (await import(entry)).default;
  const server = await startServerProcess();
  const profile = await mkdtemp(join(tmpdir(), 'remito-lighthouse-'));
  const port = await freePort();
  const { args, ...browser } = chromiumLaunch();
  const context = await chromium.launchPersistentContext(profile, {
    ...browser,
    baseURL: server.url,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const page = await context.newPage();
    await logIn(page);
    const screens = (await screensOf(page)).filter(
      ({ name, refuses }) => !refuses && (!values.only || values.only.split(',').includes(name)),
    );
    const screenScores: ScreenScores[] = [];
    // With a session, the login would redirect.
    for (const screen of screens.toSorted((a, b) => Number(a.open ?? false) - Number(b.open ?? false))) {
      if (screen.open) await page.evaluate(() => localStorage.clear());
      const run = async () => (await lighthouse(`${server.url}${screen.path}`, flags(port)))?.lhr;
      screenScores.push(await scoresOf(screen, run));
      process.stderr.write('.');
    }
    console.log(`\n${tableOf(screenScores)}`);
    process.exitCode = screenScores.every(isGood) ? 0 : 1;
  } finally {
    await context.close();
    await server.stop();
    await rm(profile, { recursive: true, force: true });
  }
}

const flags = (port: number) => ({
  port,
  logLevel: 'error',
  onlyCategories: KINDS,
  // The session is in the storage.
  disableStorageReset: true,
});

async function scoresOf({ name }: Screen, run: () => Promise<Report | undefined>): Promise<ScreenScores> {
  const reports: Report[] = [];
  for (let count = 0; count < Number(values.runs); count++) {
    const report = await run();
    if (report) reports.push(report);
  }
  const number = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  const faults = reports.flatMap(({ audits, categories }) =>
    KINDS.slice(1)
      .flatMap((kind) => categories[kind].auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id))
      .filter((id) => audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1),
  );
  return {
    name,
    scores: KINDS.map((kind) => Math.round(100 * median(reports.map(({ categories }) => categories[kind].score ?? 0)))),
    cls: number('cumulative-layout-shift'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    faults: [...new Set(faults)],
  };
}

function isGood({ name, scores, cls }: ScreenScores): boolean {
  const [performance = 0, ...others] = scores;
  const least = name === 'ingreso' ? LEAST.login : LEAST.elsewhere;
  return performance >= least && others.every((score) => score === LEAST.others) && cls <= LEAST.cls;
}

function tableOf(screenScores: readonly ScreenScores[]): string {
  const rows = screenScores.map(
    (each) =>
      `| ${each.name} | ${each.scores.join(' | ')} | ${each.cls.toFixed(3)} | ${each.lcp.toFixed(0)} | ${each.tbt.toFixed(0)} | ${isGood(each) ? 'yes' : 'no'} | ${each.faults.join(' ')} |`,
  );
  return [
    '| screen | performance | accessibility | best practices | CLS | LCP ms | TBT ms | reached | faults |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

await main();
