import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/platform/log.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/http/endpoint.ts';
import { pathOf } from '#shared/http/endpoint.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { toQueryString } from './query-string.ts';

/** What a call answered, status and headers included. */
export interface TestAnswer<E> {
  status: number;
  headers: Headers;
  /** Parsed JSON, else null. */
  body: ReplyOf<E> & { message?: string; code?: string; errors?: { field: string; message: string }[] };
  bytes: Uint8Array;
}

export interface TestApp {
  server: RunningServer;
  database: TestDatabase;
  /** Makes a declared call over HTTP. `token` makes it a client's. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    input?: CallInput<E> & { token?: string | undefined; headers?: Record<string, string> },
  ): Promise<TestAnswer<E>>;
  /** Any request, for what the contract would not let through. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Queries as the tables' owner, past row-level security: to look, never to prepare what the product can make. */
  owner<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  /** Moves the product's clock. */
  setTime(moment: Date | null): void;
  stop(): Promise<void>;
}

/** Starts the whole server on a database of its own; settings are those of the environment. */
export async function startTestApp(settings: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const database = await createTestDatabase(inject('databases'));
  let now: Date | null = null;
  const config = readConfig({
    PORT: '0',
    DEMO: '0',
    SMTP_URL: 'smtp://127.0.0.1:1',
    THROTTLE: 'off',
    JWT_SECRET: 'a secret that only these tests know',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const server = await startServer(config, {
    log: createLog(config.LOG_LEVEL),
    clock: () => now ?? new Date(),
    portal: null,
    verifyReplies: true,
    database,
  });
  const looker = new pg.Pool({ ...database.owner, max: 2 });
  // `end` doesn't wait for the server to hang up, so the dropped database may still have a word with a client.
  looker.on('connect', (client) => client.on('error', () => {}));
  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, { redirect: 'manual', ...init });

  return {
    server,
    database,
    fetch: get,
    setTime: (moment) => {
      now = moment;
    },
    async call(endpoint, { params, query, body, token, headers } = {}) {
      const response = await get(`/api${pathOf(endpoint, params as Record<string, string>)}${toQueryString(query)}`, {
        method: endpoint.method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const json = response.headers.get('content-type')?.startsWith('application/json');
      return {
        status: response.status,
        headers: response.headers,
        body: json ? JSON.parse(new TextDecoder().decode(bytes)) : null,
        bytes,
      };
    },
    async owner(text, values = []) {
      return (await looker.query(text, values)).rows;
    },
    async stop() {
      await server.stop();
      await looker.end();
      await database.stop();
    },
  };
}
