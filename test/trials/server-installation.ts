import { listOrders } from '#shared/orders/orders.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import type { ServerProcess } from '#test/e2e/server-process.ts';
import type { Cluster } from './cluster.ts';
import type { Installation } from './installation.ts';

/** An installation on its own server, with a web node and a worker. */
export interface ServerInstallation {
  cluster: Cluster;
  installation: Installation;
  /** Settings of all nodes. */
  settings: Record<string, string>;
  /** Port of the web node. */
  port: number;
  url: string;
  /** Port of the worker. */
  worker: number;
}

/** Parses an environment file. */
export function parseEnvFile(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('='));
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]));
}

/** Returns the migrations that a node has logged as applied. */
export function appliedMigrations({ output }: ServerProcess): string[] {
  return [...output().matchAll(/"applied":(\[[^\]]*\])/g)].flatMap(([, list = '[]']) => JSON.parse(list));
}

/** Returns the status of the order list for a token. */
export const listStatus = async (url: string, token: string): Promise<number> =>
  (await createHttpClient(url).call(listOrders, { token, query: { limit: 1 } })).status;
