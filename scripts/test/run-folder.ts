import { chmodSync, globSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pidExists } from '#server/db/embedded-postgres/processes.ts';
import { findServer } from '#server/db/embedded-postgres/running-server.ts';
import { fastFolder, RUN_FOLDER, SHARED_MEMORY } from '#test/faults/shared-memory.ts';

/** Folders of the runs that this process has begun and not ended. */
const begun = new Set<string>();

/**
 * Creates the folder of a test run, for all its databases, browser profiles and other temporary files. Its processes get it as
 * `TMPDIR`, by which `endRun` recognises them. First ends the runs whose process was killed.
 */
export async function beginRun(): Promise<string> {
  await Promise.all(abandonedRuns().map(endRun));
  const folder = mkdtempSync(join(fastFolder(), `remito-test-${process.pid}-`));
  // The user of the database must be able to enter.
  chmodSync(folder, 0o711);
  begun.add(folder);
  return folder;
}

/** Kills all processes of a run, with its databases and browsers, and removes its folder. */
export async function endRun(folder: string): Promise<void> {
  // A process may start another one while the list is read.
  for (let found = processesIn(folder); found.length > 0; found = processesIn(folder)) {
    for (const pid of found) kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // PostgreSQL doesn't inherit the environment of the app that starts it.
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const pid = (await findServer(dirname(join(folder, file))))?.pid;
    // In immediate mode it ends at once, and removes its shared memory.
    if (pid) kill(pid, 'SIGQUIT');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  begun.delete(folder);
}

/** Ends all runs that this process has begun, the last one first: its folder may be in an earlier one's. */
export async function endRuns(): Promise<void> {
  for (const folder of [...begun].reverse()) await endRun(folder);
}

/** Returns the processes with a variable that is a folder or a path below it, such as `TMPDIR` or `DATA_DIR`, on Linux. */
function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const [own, below] = [`=${folder}\0`, `=${folder}/`];
  const belongs = (environment: string) => environment.includes(own) || environment.includes(below);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => belongs(environmentOf(pid))).map(Number);
}

/** Returns the environment of a process between zeros; empty if it has ended or belongs to another user. */
function environmentOf(pid: string): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`;
  } catch {
    return '';
  }
}

function kill(pid: number, signal: 'SIGKILL' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Returns the folders of this user's runs whose process no longer exists. */
function abandonedRuns(): string[] {
  return [...new Set([SHARED_MEMORY, tmpdir()])].flatMap((parent) =>
    globSync('remito-test-*', { cwd: parent })
      .filter((name) => {
        const [, pid] = RUN_FOLDER.exec(name) ?? [];
        return pid !== undefined && !pidExists(Number(pid));
      })
      .map((name) => join(parent, name))
      // Another user's files can't be removed, and aren't ours to remove. On Windows all have the user 0.
      .filter((folder) => lstatSync(folder).uid === (process.getuid?.() ?? 0)),
  );
}
