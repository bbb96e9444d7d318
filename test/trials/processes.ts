import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, waitForExit } from '#test/e2e/server-process.ts';

/** Returns the command lines of a process's descendants; Linux only. */
export async function childrenOf(pid: number): Promise<string[]> {
  const children: string[] = [];
  for (const task of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const numbers = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
    for (const child of numbers.split(' ').filter(Boolean).map(Number)) {
      children.push(await commandOf(child), ...(await childrenOf(child)));
    }
  }
  return children;
}

/** Returns the command lines of processes that work in a folder or mention it. */
export async function runningIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [command, place] = [await commandOf(Number(pid)), await readlink(`/proc/${pid}/cwd`).catch(() => '')];
    if (command.includes(folder) || place.startsWith(folder)) found.push(command);
  }
  return found;
}

async function commandOf(pid: number): Promise<string> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return words.replaceAll('\0', ' ').trim();
}

/** A running program with its output. */
export interface Running {
  process: ChildProcess;
  output(): string;
  /** Sends a signal to the program's process group, SIGKILL a minute later. @returns its code; null after a signal */
  end(signal: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
}

/** Starts a program in its own process group, like a terminal. */
export function run(
  command: string,
  words: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number },
): Running {
  const child = spawn(command, words, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));
  child.once('error', (error) => (printed += error.message));
  const signalGroup = (signal: NodeJS.Signals) => child.pid && process.kill(-child.pid, signal);
  return {
    process: child,
    output: () => printed,
    async end(signal) {
      if (hasEnded(child) || !child.pid) return child.exitCode;
      signalGroup(signal);
      const late = globalThis.setTimeout(() => signalGroup('SIGKILL'), 60_000);
      const code = await waitForExit(child);
      clearTimeout(late);
      return code;
    },
  };
}

/** Runs a program to its end. @throws its output, on failure or after `ms` */
export async function done(
  command: string,
  words: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; ms?: number; uid?: number; gid?: number },
): Promise<string> {
  const { ms = 120_000, env = process.env, ...how } = options;
  const running = run(command, words, { ...how, env });
  const late = globalThis.setTimeout(() => running.process.kill('SIGKILL'), ms);
  // A program that can't be started emits no exit.
  const missing = new Promise<null>((resolve) => running.process.once('error', () => resolve(null)));
  const code = await Promise.race([waitForExit(running.process), missing]);
  clearTimeout(late);
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}: ${running.output()}`);
  return running.output();
}

/** Polls until the check succeeds. @returns the seconds that it took; null after `ms` */
export async function until(right: () => Promise<boolean>, ms: number): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < ms) {
    if (await right().catch(() => false)) return Math.round((performance.now() - begun) / 100) / 10;
    await sleep(100);
  }
  return null;
}
