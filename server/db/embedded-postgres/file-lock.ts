import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentProcess, isRunning, type ProcessIdentity } from './processes.ts';

type LockRecord = ProcessIdentity & { over: boolean };

/**
 * Runs work under a mutex on a folder, across processes and calls.
 *
 * A single lock file would be unsafe: of two waiters that find its holder dead, the second could delete the lock that the first
 * has just taken. So lock files are numbered, and the highest-numbered file holds the lock. If that lock is released or its
 * process is dead, waiters try to create the file with the next number, which only one of them can. Only files with lower
 * numbers are deleted.
 */
export async function withFileLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const number = await acquireLock(folder);
  try {
    return await work();
  } finally {
    const draft = await writeDraft(folder, { ...currentProcess(), over: true });
    await rename(draft, lockFile(folder, number));
  }
}

async function acquireLock(folder: string): Promise<number> {
  for (;;) {
    const highest = Math.max(0, ...(await lockNumbers(folder)));
    if (highest === 0 || !(await isHeld(folder, highest))) {
      const mine = highest + 1;
      if ((await claim(folder, mine)) && (await deleteOlderLocks(folder, mine))) return mine;
    }
    await sleep(10 + Math.random() * 20);
  }
}

async function lockNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => (/^turn\.\d+$/.test(name) ? [Number(name.slice(5))] : []));
}

async function isHeld(folder: string, number: number): Promise<boolean> {
  try {
    const lock: LockRecord = JSON.parse(await readFile(lockFile(folder, number), 'utf8'));
    return !lock.over && isRunning(lock);
  } catch (error) {
    // Deleted meanwhile, so a file with a higher number exists: check again.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    // Damaged by a power loss, so its process is dead too.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

async function claim(folder: string, number: number): Promise<boolean> {
  const draft = await writeDraft(folder, { ...currentProcess(), over: false });
  try {
    await link(draft, lockFile(folder, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Deletes older lock files. @returns false if a higher number exists, because `mine` was used and deleted before */
async function deleteOlderLocks(folder: string, mine: number): Promise<boolean> {
  const numbers = await lockNumbers(folder);
  const won = Math.max(...numbers) === mine;
  const obsolete = won ? numbers.filter((number) => number < mine) : [mine];
  for (const number of obsolete) await rm(lockFile(folder, number), { force: true });
  return won;
}

async function writeDraft(folder: string, lock: LockRecord): Promise<string> {
  const draft = join(folder, `draft.${randomBytes(6).toString('hex')}`);
  await writeFile(draft, JSON.stringify(lock), { mode: 0o600, flag: 'wx' });
  return draft;
}

function lockFile(folder: string, number: number): string {
  return join(folder, `turn.${number}`);
}
