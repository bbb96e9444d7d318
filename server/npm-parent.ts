import { readFileSync } from 'node:fs';

/** Interval at which a process started by npm checks that npm is running, in ms. */
const POLL_MS = 500;

/**
 * Calls back once when the npm that started this process has exited. Needed because npm sends a signal to the shell of its
 * script, and the shell exits without forwarding the signal. Does nothing in a process that npm didn't start.
 */
export function onNpmExit(callback: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  // npm may have exited while this process was loading.
  const late = process.ppid === 1 && !isNpm(1);
  const before = ancestors();
  const timer = setInterval(() => {
    if (!late && ancestors() === before) return;
    clearInterval(timer);
    callback();
  }, POLL_MS).unref();
}

/** Returns the ids of the processes up to npm: the shell of the script, if any, and npm. */
function ancestors(): string {
  const parent = process.ppid;
  // A process gets another parent when its parent exits. The parent of npm doesn't matter.
  return isNpm(parent) ? String(parent) : `${parent} ${parentOf(parent)}`;
}

/** Returns name and parent of a process on Linux; '' on other systems and for an exited process. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

const isNpm = (pid: number) => /^Name:\s+(npm|node)/.test(statusOf(pid));
const parentOf = (pid: number) => /^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? '';
