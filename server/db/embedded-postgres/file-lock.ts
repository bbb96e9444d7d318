import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentProcess, isRunning, type ProcessIdentity } from './processes.ts';

type LockRecord = ProcessIdentity & { over: boolean };

/**
 * Runs `work` while no other process (nor another call of this one) runs its own on the same folder.
 *
 * A lock file that is deleted when its holder died can be deleted by two waiters, the second time under the feet of the
 * first. So nothing is taken over here: turns are numbered files, the highest number has the say, and whoever finds it
 * over, or its process gone, tries to make the next number, which only one can. Only lower numbers are ever deleted.
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
    const turn: LockRecord = JSON.parse(await readFile(lockFile(folder, number), 'utf8'));
    return !turn.over && isRunning(turn);
  } catch (error) {
    // Deleted meanwhile: a higher one exists, so look again.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    // Cut off by a power loss, so its process is gone too.
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

/** Answers false when the number had been used and deleted already: then a higher one exists and has the say. */
async function deleteOlderLocks(folder: string, mine: number): Promise<boolean> {
  const numbers = await lockNumbers(folder);
  const won = Math.max(...numbers) === mine;
  const obsolete = won ? numbers.filter((number) => number < mine) : [mine];
  for (const number of obsolete) await rm(lockFile(folder, number), { force: true });
  return won;
}

async function writeDraft(folder: string, turn: LockRecord): Promise<string> {
  const draft = join(folder, `draft.${randomBytes(6).toString('hex')}`);
  await writeFile(draft, JSON.stringify(turn), { mode: 0o600, flag: 'wx' });
  return draft;
}

function lockFile(folder: string, number: number): string {
  return join(folder, `turn.${number}`);
}
