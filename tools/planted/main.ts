// Plants the faults of test/planted one after the other in a copy of the sources, and runs the tests that must catch them.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { endOnSignal } from '#scripts/test/end-on-signal.ts';
import { type Failure, failureLines } from '#scripts/test/failure.ts';
import { beginRun, endRun } from '#scripts/test/run-folder.ts';
import { ROOT, runStep, testStep } from '#scripts/test/step.ts';
import { checkedOutVersion } from '#tools/version.ts';
import { type PlantedFault, readPlantedFaults } from './planted-fault.ts';
import { type PlantedResults, readPlantedResults, writePlantedResults } from './planted-results.ts';

/** Copies the files of the checkout that git knows or doesn't ignore, and builds the portal. */
function copySources(folder: string): string {
  const copy = join(folder, 'copy');
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of listed.toString().split('\0')) {
    if (file && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // Without a portal, tests that start the product would fail without a fault.
  execFileSync(process.execPath, ['scripts/build-portal.mjs'], { cwd: copy, stdio: 'ignore' });
  return copy;
}

/** Runs test files with the runner of their kind. @returns what failed */
async function failuresOf(copy: string, files: readonly string[]): Promise<Failure[]> {
  const browser = files.filter((file) => file.endsWith('.spec.ts'));
  const others = files.filter((file) => !browser.includes(file));
  const env = { ...process.env, TMPDIR: dirname(copy) };
  const failed: Failure[] = [];
  for (const [runner, own] of [['vitest', others] as const, ['playwright', browser] as const]) {
    if (own.length === 0) continue;
    const step = testStep(runner, runner, own, ['npm', 'run', 'planted']);
    const { failures } = await runStep(step, { results: copy, cwd: copy, env, silent: true });
    failed.push(...failures);
  }
  return failed;
}

/** Plants a fault and runs its tests. @returns the tests that don't catch it */
async function missedBy({ path, caughtBy }: PlantedFault, copy: string): Promise<string[]> {
  execFileSync('git', ['apply', path], { cwd: copy });
  const failures = await failuresOf(copy, caughtBy);
  execFileSync('git', ['apply', '--reverse', path], { cwd: copy });
  return caughtBy.filter((name) => !failures.some(({ file }) => file === name));
}

/** Throws if anything fails without a fault: such tests would count as ones that catch it, and an error may hide others. */
async function assertPassing(faults: readonly PlantedFault[], copy: string): Promise<void> {
  const failures = await failuresOf(copy, [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))]);
  if (failures.length === 0) return;
  throw new Error(['this fails without a fault:', ...failures.flatMap(failureLines)].join('\n'));
}

/** Plants faults, all of them without names. A command for all that was stopped is continued by the next one of the same version. */
async function plant(names: readonly string[], folder: string): Promise<boolean> {
  const path = join(resolve('.data'), 'planted-results', `${checkedOutVersion()}.json`);
  const results: PlantedResults = names.length > 0 ? {} : readPlantedResults(path);
  const faults = readPlantedFaults().filter(({ name }) => names.length === 0 || names.includes(name));
  const left = faults.filter(({ name }) => results[name]?.length !== 0);
  if (left.length < faults.length) console.log(`${faults.length - left.length} were caught before`);
  const copy = copySources(folder);
  await assertPassing(left, copy);
  for (const planted of left) {
    const missed = await missedBy(planted, copy);
    results[planted.name] = missed;
    if (names.length === 0) writePlantedResults(path, results);
    const sign = missed.length > 0 ? `✗ ${planted.name}: not caught by ${missed.join(', ')}` : `✓ ${planted.name}`;
    console.log(`${sign}: ${planted.fault}`);
  }
  const caught = faults.filter(({ name }) => results[name]?.length === 0).length;
  console.log(`\n${caught} caught, ${faults.length - caught} not caught`);
  return caught === faults.length && faults.length > 0;
}

endOnSignal();
const names = process.argv.slice(2);
const known = readPlantedFaults();
if (names.every((name) => known.some((planted) => planted.name === name))) {
  const folder = await beginRun();
  try {
    process.exitCode = (await plant(names, folder)) ? 0 : 1;
  } finally {
    await endRun(folder);
  }
} else {
  console.log('npm run planted -- [name …], all faults without a name:\n');
  for (const { name, fault } of known) console.log(`  ${name}: ${fault}`);
  process.exitCode = 2;
}
