import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identity of a process. The process id alone isn't enough, because ids are reused. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** Returns the identity of this process. */
export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: processStart(process.pid) };
}

/** Whether a process is running. Zombies and later processes with the same id don't count. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return isAlive(pid) && processStart(pid) === startedAt;
}

/** Whether a process exists and isn't a zombie (which remain in containers whose init process doesn't reap them). */
export function isAlive(pid: number): boolean {
  return pidExists(pid) && !stateOf(pid).startsWith('Z');
}

/** Whether a process id is in use, also by a zombie or by another user's process. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the process state as in `ps`; '' if unknown. */
function stateOf(pid: number): string {
  if (process.platform === 'linux') return statFields(pid)[0] ?? '';
  return process.platform === 'win32' ? '' : ps(pid, 'stat=');
}

/** Returns a text that differs between processes with the same id. On Linux: clock ticks since boot, and the boot's id. */
function processStart(pid: number): string {
  if (process.platform === 'linux') return `${statFields(pid)[19] ?? ''}@${bootId()}`;
  return process.platform === 'win32' ? '' : ps(pid, 'lstart=');
}

/** Returns the fields of /proc/PID/stat from the third on. The second, the name in parentheses, may contain spaces. */
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

/** Returns a column of `ps` for a process (macOS, BSD), or '' if there is no such process. */
export function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}
