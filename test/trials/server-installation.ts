import { listOrders } from '#shared/orders.ts';
import type { ServerProcess } from '#test/e2e/server-process.ts';
import { createHttpClient } from '#test/http-client.ts';
import type { Cluster } from './cluster.ts';
import type { Installation } from './installation.ts';

/** An installation on a server of its own, with a node that answers and one that works. */
export interface ServerInstallation {
  cluster: Cluster;
  installation: Installation;
  /** What all nodes are told. */
  settings: Record<string, string>;
  /** Where the web node listens. */
  port: number;
  url: string;
  /** Where the worker does. */
  worker: number;
}

/** What an environment file says. */
export function parseEnvFile(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('='));
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]));
}

/** Files of migrations that a node tells it has applied. */
export function appliedMigrations({ output }: ServerProcess): string[] {
  return [...output().matchAll(/"applied":(\[[^\]]*\])/g)].flatMap(([, list = '[]']) => JSON.parse(list));
}

/** Status of the list of orders with a token. */
export const listStatus = async (url: string, token: string): Promise<number> =>
  (await createHttpClient(url).call(listOrders, { token, query: { limit: 1 } })).status;
