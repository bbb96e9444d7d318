import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve as absolute } from 'node:path';

/** A server in a separate process. */
export interface Child {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a server of the bench with its settings.
 *
 * @param file in this folder, or an absolute path
 * @param execArgv options of Node
 */
export async function startChild(file: string, settings: object, execArgv: string[] = []): Promise<Child> {
  const child = fork(absolute(import.meta.dirname, file), { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  child.send(settings);
  const [ready] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])) as [{ url: string }];
  return {
    url: ready.url,
    pid: child.pid as number,
    async stop() {
      // The process ends when its channel closes.
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Runs in the child: gets the settings, starts, reports the URL, and stops with the bench. */
export function runAsChild<S>(start: (settings: S) => Promise<{ url: string; stop(): Promise<void> }>): void {
  process.once('message', async (settings: S) => {
    const { url, stop } = await start(settings);
    process.once('disconnect', async () => {
      await stop();
      process.exit(0);
    });
    process.send?.({ url });
  });
}
