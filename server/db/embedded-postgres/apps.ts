import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentProcess, isRunning } from './processes.ts';

/**
 * Registers this app as a user of the database server, with a file `app.…` in `folder`. The files may only be read and written
 * under the folder's file lock, so that the last app to leave reliably stops the server.
 *
 * @returns a function that removes the registration
 */
export async function registerApp(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, `app.${randomUUID()}`);
  await writeFile(file, JSON.stringify(currentProcess()), { mode: 0o600, flag: 'wx' });
  return () => rm(file, { force: true });
}

/** Counts the apps that use the server, and removes the files of killed apps. */
export async function countApps(folder: string): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder)) {
    if (!name.startsWith('app.')) continue;
    if (await isAppRunning(join(folder, name))) count += 1;
    else await rm(join(folder, name), { force: true });
  }
  return count;
}

async function isAppRunning(file: string): Promise<boolean> {
  try {
    return isRunning(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
