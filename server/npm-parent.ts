import { readFileSync } from 'node:fs';

/** How often a process that npm has started looks for npm, in ms. */
const EVERY_MS = 500;

/**
 * Calls back once when the npm that started this process has ended: npm passes a signal on to the shell of its script, and
 * the shell ends without passing it on. A process that npm did not start never calls back.
 */
export function onNpmExit(act: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  // npm may have ended while this process was loading.
  const late = process.ppid === 1 && !isNpm(1);
  const before = ancestors();
  const timer = setInterval(() => {
    if (!late && ancestors() === before) return;
    clearInterval(timer);
    act();
  }, EVERY_MS).unref();
}

/** Ids of the processes between this one and npm: the shell of the script, where there is one, and npm. */
function ancestors(): string {
  const parent = process.ppid;
  // A process has another parent once its own has ended. The parent of npm may end without harm.
  return isNpm(parent) ? String(parent) : `${parent} ${parentOf(parent)}`;
}

/** Name and parent of a process on Linux; empty on other systems and for a process that has ended. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

const isNpm = (pid: number) => /^Name:\s+(npm|node)/.test(statusOf(pid));
const parentOf = (pid: number) => /^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? '';
