// Plants the faults of test/planted one after the other in a copy of the sources, and runs the tests that must catch them.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reporterFlags, type StepReport } from '#scripts/test/failure.ts';
import { type PlantedFault, ROOT, readPlantedFaults } from './planted-fault.ts';

/** Copies the files of the checkout that git knows or doesn't ignore, and builds the portal. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'remito-planted-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of listed.toString().split('\0')) {
    if (file && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // Without a portal, tests that start the product would fail without a fault.
  execFileSync(process.execPath, ['scripts/build-portal.mjs'], { cwd: copy, stdio: 'ignore' });
  return copy;
}

/** Runs test files with the runner of their kind. @returns the files with a failed test */
async function failedFiles(copy: string, files: readonly string[]): Promise<string[]> {
  const browser = files.filter((file) => file.endsWith('.spec.ts'));
  const others = files.filter((file) => !browser.includes(file));
  const vitest = ['vitest', 'run', ...others, ...reporterFlags('vitest')];
  const playwright = ['playwright', 'test', ...browser, ...reporterFlags('playwright')];
  const failed: string[] = [];
  for (const [program = '', ...args] of [others.length > 0 ? vitest : [], browser.length > 0 ? playwright : []]) {
    if (!program) continue;
    const report = join(copy, 'planted.json');
    rmSync(report, { force: true });
    const child = spawn(program, args, { cwd: copy, stdio: 'ignore', env: { ...process.env, TEST_REPORT: report } });
    await once(child, 'close');
    const { failures }: StepReport = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { passed: 0, failures: [] };
    failed.push(...failures.flatMap(({ file }) => file ?? []));
  }
  return [...new Set(failed)];
}

/** Plants a fault and runs its tests. @returns the tests that don't catch it */
async function missedBy({ path, caughtBy }: PlantedFault, copy: string): Promise<string[]> {
  execFileSync('git', ['apply', path], { cwd: copy });
  const failed = await failedFiles(copy, caughtBy);
  execFileSync('git', ['apply', '--reverse', path], { cwd: copy });
  return caughtBy.filter((file) => !failed.includes(file));
}

const names = process.argv.slice(2);
const faults = readPlantedFaults().filter(({ name }) => names.length === 0 || names.includes(name));
const copy = copySources();
try {
  // A test that fails anyway would count as one that catches a fault.
  const failing = await failedFiles(copy, [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))]);
  if (failing.length > 0) throw new Error(`these tests fail without a fault: ${failing.join(', ')}`);
  let missed = 0;
  for (const planted of faults) {
    const by = await missedBy(planted, copy);
    missed += by.length > 0 ? 1 : 0;
    console.log(
      `${by.length > 0 ? `✗ ${planted.name}: not caught by ${by.join(', ')}` : `✓ ${planted.name}`}: ${planted.fault}`,
    );
  }
  console.log(`\n${faults.length - missed} caught, ${missed} not caught`);
  process.exitCode = missed > 0 || faults.length === 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
