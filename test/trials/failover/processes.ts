import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidExists } from '#server/db/embedded-postgres/processes.ts';

const PREFIX = 'remito-failover-';

/** Returns the beginning of the name of this process's folders in the system's temporary folder. */
export const folderPrefix = (): string => join(tmpdir(), `${PREFIX}${process.pid}-`);

/** Ends the processes of earlier trials that were killed, and removes their folders. */
export async function endAbandoned(): Promise<void> {
  const abandoned = readdirSync(tmpdir()).filter((name) => {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    return pid && !pidExists(Number(pid));
  });
  for (const name of abandoned) {
    await killAll(join(tmpdir(), name));
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/**
 * Returns the processes that work in a folder or below it. PostgreSQL overwrites its environment and leads sessions of its own, so
 * neither finds all processes of a machine.
 */
function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** Stops the processes of a folder where they are, so that none notices that another one ends. */
export function freezeAll(folder: string): void {
  const frozen = new Set<number>();
  for (;;) {
    const found = processesIn(folder).filter((pid) => !frozen.has(pid));
    if (found.length === 0) return;
    for (const pid of found) {
      signal(pid, 'SIGSTOP');
      frozen.add(pid);
    }
  }
}

/** Lets the processes of a folder go on. */
export function thawAll(folder: string): void {
  for (const pid of processesIn(folder)) signal(pid, 'SIGCONT');
}

/** Kills all processes of a folder as if at one moment. */
export async function killAll(folder: string): Promise<void> {
  freezeAll(folder);
  for (let found = processesIn(folder); found.length > 0; found = processesIn(folder)) {
    for (const pid of found) signal(pid, 'SIGKILL');
    await sleep(20);
  }
}

/** Kills all processes of a folder when a signal ends this process. */
export function killOnSignal(folder: string): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      for (const pid of processesIn(folder)) signal(pid, 'SIGKILL');
    });
  }
}
