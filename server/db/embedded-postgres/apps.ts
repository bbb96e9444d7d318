import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentProcess, isRunning } from './processes.ts';

/**
 * The apps that use one database server, as one file each (`app.…` in `folder`). Read and written only inside a turn on
 * that folder, so that "the last one out stops the server" holds when one leaves while another comes.
 */
export async function registerApp(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, `app.${randomUUID()}`);
  await writeFile(file, JSON.stringify(currentProcess()), { mode: 0o600, flag: 'wx' });
  return () => rm(file, { force: true });
}

/** How many apps use the server now. Files of apps that were killed are removed on the way. */
export async function countApps(folder: string): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder)) {
    if (!name.startsWith('app.')) continue;
    if (await wroteAndRuns(join(folder, name))) count += 1;
    else await rm(join(folder, name), { force: true });
  }
  return count;
}

async function wroteAndRuns(file: string): Promise<boolean> {
  try {
    return isRunning(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
