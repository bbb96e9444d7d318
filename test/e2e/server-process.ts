import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '#test/services/process-environment.ts';

/** The product as a new user starts it: a separate process with an empty data folder. */
export interface ServerProcess {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Returns the process's output so far. */
  output(): string;
  /** Stops the process by SIGTERM and removes its data. */
  stop(): Promise<void>;
}

/** The port that this process tries next. Processes begin at different ports. */
let nextPort = process.pid * 37;

/**
 * Returns a free port below the ephemeral range, because an outgoing connection could take an ephemeral port, and above 10,080, the
 * last one that `fetch` and browsers refuse. Another process can still take it before the caller listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + (nextPort++ % 21_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Where a server runs. */
interface ProcessOptions {
  /** Folder of an earlier server, whose data it continues with. */
  dataDir?: string;
  keepData?: boolean;
  /** Folder of another version. */
  root?: string | undefined;
}

/** Attempts to start a server on a port that no other process takes meanwhile. */
const ATTEMPTS = 5;

/** Spawns the server and waits until it is ready. */
export async function startServerProcess(
  settings: NodeJS.ProcessEnv = {},
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'remito-e2e-')));
  for (let attempt = 1; ; attempt++) {
    try {
      return await spawnServer(settings, { ...options, dataDir });
    } catch (error) {
      if (settings.PORT || attempt === ATTEMPTS || !String(error).includes('EADDRINUSE')) throw error;
    }
  }
}

async function spawnServer(
  settings: NodeJS.ProcessEnv,
  { dataDir: folder, keepData = false, root }: ProcessOptions & { dataDir: string },
): Promise<ServerProcess> {
  const port = settings.PORT ? Number(settings.PORT) : await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: root,
    env: {
      ...processEnvironment(),
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      // Load shedding would depend on the load of the test machine.
      SHED_AFTER_MS: '0',
      // There is no proxy in front of the server.
      DRAIN_SECONDS: '0',
      // Shipments must not change during tests of screens.
      SIMULATOR: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));
  await waitForHttp(`${url}/readyz`, child, () => printed, { ms: 180_000, right: ({ ok }) => ok });
  return {
    url,
    dataDir: folder,
    process: child,
    output: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await waitForExit(child);
      if (!keepData) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Waits until a process responds at a URL, by default with any status.
 * @param output the process's output so far
 * @throws an error with the output if the process exits or the time limit passes; then stops it
 */
export async function waitForHttp(
  address: string,
  child: ChildProcess,
  output: () => string,
  { ms = 10_000, right = () => true }: { ms?: number; right?: (answer: Response) => boolean } = {},
): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (hasEnded(child)) throw new Error(`what should answer at ${address} ended by itself:\n${output()}`);
    const answer = await fetch(address).catch(() => null);
    if (answer && right(answer)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`${address} did not answer in time:\n${output()}`);
}

/** Whether a process has ended, by exit or by signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Resolves when a process has ended, with its exit code; null after a signal. */
export function waitForExit(child: ChildProcess): Promise<number | null> {
  if (hasEnded(child)) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}
