import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that a file speaks of: its number alone is not enough, since numbers are used again. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** The mark of this process, to be written into files that other processes judge. */
export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: processStart(process.pid) };
}

/** Whether the process that wrote this mark still runs. A zombie does not, nor does a later process of the same number. */
export function isRunning(mark: ProcessIdentity): boolean {
  return isAlive(mark.pid) && processStart(mark.pid) === mark.startedAt;
}

/** Whether a process of this number exists and is not a zombie (containers whose first process reaps nothing keep those). */
export function isAlive(pid: number): boolean {
  return pidExists(pid) && !stateOf(pid).startsWith('Z');
}

/** Whether the number is taken at all, be it by a zombie or by another user's process. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One letter or more as `ps` prints it; empty where the system doesn't say. */
function stateOf(pid: number): string {
  if (process.platform === 'linux') return statFields(pid)[0] ?? '';
  return process.platform === 'win32' ? '' : ps(pid, 'stat=');
}

/** Something that differs between two processes of one number: on Linux clock ticks since boot, and which boot. */
function processStart(pid: number): string {
  if (process.platform === 'linux') return `${statFields(pid)[19] ?? ''}@${bootId()}`;
  return process.platform === 'win32' ? '' : ps(pid, 'lstart=');
}

/** The fields of /proc/PID/stat from the third on; the second, the name in brackets, may hold blanks itself. */
function statFields(pid: number): string[] {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .filter(Boolean);
}

function bootId(): string {
  return readOrEmpty('/proc/sys/kernel/random/boot_id').trim();
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** What `ps` says of one process (macOS, BSD); empty when there is none. */
export function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}
