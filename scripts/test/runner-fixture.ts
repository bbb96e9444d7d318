import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './step.ts';

/** Programs of the test runners, below node_modules. */
const PROGRAMS = { vitest: 'vitest/vitest.mjs', playwright: '@playwright/test/cli.js' };

/** Configuration of Vitest with one project, of all tests of the folder. @param more further settings */
export const vitestConfig = (more = ''): string =>
  `export default { test: { ${more} projects: [{ test: { name: 'rules', include: ['*.test.mjs'] } }] } };`;

/** A folder whose tests run by a test runner. */
export interface RunnerFolder {
  /** Runs the test runner. @returns what its reporter wrote */
  report<T>(runner: keyof typeof PROGRAMS, reporter: string, args?: readonly string[]): Promise<T>;
  remove(): Promise<void>;
}

/** Creates a folder with test files and a configuration. */
export async function createRunnerFolder(files: Readonly<Record<string, string>>): Promise<RunnerFolder> {
  const parent = await mkdtemp(join(tmpdir(), 'remito-runner-'));
  const cwd = join(parent, 'tests');
  await mkdir(cwd);
  await symlink(join(ROOT, 'node_modules'), join(parent, 'node_modules'));
  for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, path), text);
  return {
    async report(runner, reporter, args = [runner === 'vitest' ? 'run' : 'test']) {
      const command = [join(ROOT, 'node_modules', PROGRAMS[runner]), ...args, `--reporter=${join(ROOT, reporter)}`];
      const { VITEST: _runner, ...env } = process.env;
      const written = join(parent, 'report.json');
      await rm(written, { force: true });
      const child = spawn(process.execPath, command, { cwd, stdio: 'ignore', env: { ...env, TEST_REPORT: written } });
      await once(child, 'close');
      return JSON.parse(await readFile(written, 'utf8'));
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
