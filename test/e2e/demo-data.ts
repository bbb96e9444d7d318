import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasEnded, type ServerProcess, startServerProcess } from './server-process.ts';

/** Environment variable with the data folder that `copyDemoData` copies. */
const TEMPLATE = 'DEMO_DATA_TEMPLATE';

/**
 * Waits until a server has created its demonstration data: it listens earlier and logs their completion at the level `info`.
 *
 * @throws an error with the output if the data can't be created or the process ends; then stops the server
 */
export async function waitForDemoData(server: Pick<ServerProcess, 'process' | 'output' | 'stop'>): Promise<void> {
  for (;;) {
    const [ended, output] = [hasEnded(server.process), server.output()];
    if (output.includes('data complete')) return;
    if (ended || output.includes('demonstration data failed')) {
      await server.stop();
      // Its last output may arrive later, unless a process that it left keeps the pipe open.
      await Promise.race([server.process.stdout && finished(server.process.stdout), setTimeout(1000)]);
      throw new Error(`the server created no demonstration data:\n${server.output()}`);
    }
    await setTimeout(100);
  }
}

/**
 * Creates the demonstration data once for all workers, because a copy takes a tenth of the time. Links in them, such as those of
 * payments to their checkout, lead to the server that created them, which has stopped.
 * @returns a function that removes them
 */
export async function createDemoData(): Promise<() => Promise<void>> {
  const server = await startServerProcess({ LOG_LEVEL: 'info' }, { keepData: true });
  await waitForDemoData(server);
  await server.stop();
  process.env[TEMPLATE] = server.dataDir;
  return () => rm(server.dataDir, { recursive: true, force: true });
}

/** Returns a data folder with demonstration data, or undefined if the server has to create them. */
export async function copyDemoData(): Promise<string | undefined> {
  const template = process.env[TEMPLATE];
  // With this file the database is outside of the folder.
  if (!template || existsSync(join(template, 'postgres.location'))) return undefined;
  const copy = await mkdtemp(join(tmpdir(), 'remito-e2e-'));
  // `fs.cp` doesn't keep the owner of the database's files.
  if (process.platform === 'win32') await cp(template, copy, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${template}/.`, copy]);
  return copy;
}
