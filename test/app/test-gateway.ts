import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { createLocalEventBus } from '#server/cluster/event-bus.ts';
import { createExportLimit } from '#server/cluster/export-limit.ts';
import { createMetrics } from '#server/cluster/metrics.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { createEvents } from '#server/events/events.ts';
import { createRefusalCounter } from '#server/events/refusal-counter.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { createConverter } from '#server/integrations/label-conversion/create-converter.ts';
import { createWarehouse } from '#server/integrations/warehouse/create-warehouse.ts';
import { syncItemsOf } from '#server/orders/domain/subject-items.store.ts';
import { auditCalls } from '#server/people/audit/audit-calls.ts';
import { createStaffSessions } from '#server/people/staff/session/staff-session.ts';
import { createMount, type Mount } from '#server/platform/http/mount.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { createServer } from '#server/platform/http/server.ts';
import { createLog } from '#server/platform/log.ts';
import { createAuthenticateProvider } from '#server/provider/settings/key.ts';
import { type AnyEndpoint, buildPath, type CallInput } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type { TestResponse } from '#test/callers/http-client.ts';
import { toQueryString } from '#test/callers/query-string.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';
import { createTestDatabase } from './test-database.ts';

type Flags = Partial<Pick<Caller, 'prepago' | 'logistica_inversa' | 'fulfillment'>>;

/** A client of the test with one active main address; `token` authenticates its calls. */
export interface TestClient {
  clientId: number;
  addressId: number;
  token: string;
}

/**
 * Some features over HTTP on a real database. The test names the caller: no passwords, no sessions, no jobs or mails.
 */
export interface TestGateway {
  deps: Deps;
  url: string;
  addClient(flags?: Flags): Promise<TestClient>;
  /** Returns another caller of a client: its user with another role, or after its flags changed. */
  callAs(client: TestClient, changes: Partial<Pick<Caller, 'role'> & Flags>): TestClient;
  call<E extends AnyEndpoint>(
    endpoint: E,
    input?: CallInput<E> & { by?: TestClient | undefined; key?: string; headers?: Record<string, string> | undefined },
  ): Promise<TestResponse<E>>;
  fetch(path: string, init?: RequestInit & { by?: TestClient }): Promise<Response>;
  /** Resolves when the next request that arrives has been answered or its caller has disconnected. */
  nextResponseClosed(): Promise<unknown>;
  /** Begins a download and disconnects after its first bytes. Resolves when the server has noticed it. */
  disconnect(path: string, init?: RequestInit & { by?: TestClient }): Promise<void>;
  /** Queries as the tables' owner, without row-level security. */
  owner<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  /** Stops the clock of features and database at a moment; null starts it again. Calls and queries that begin afterwards see it. */
  setTime(moment: Date | null): void;
  stop(): Promise<void>;
}

/** Starts features by their routes; `more` are further dependencies. */
export async function startTestGateway(
  features: ((mount: Mount, deps: Deps, http: FastifyInstance) => void)[],
  settings: NodeJS.ProcessEnv = {},
  more: Partial<Deps> = {},
): Promise<TestGateway> {
  const database = await createTestDatabase(inject('databases'));
  const config: Config = readConfig({
    // Enables settings without limits.
    NODE_ENV: 'test',
    DEMO: '0',
    REGISTRATION: 'open',
    NEW_CLIENTS_PREPAID: '0',
    SMTP_URL: 'smtp://127.0.0.1:1',
    THROTTLE: 'off',
    JWT_SECRET: 'a secret that only these tests know',
    SECRETS_KEY: TEST_SECRETS_KEY,
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const log = createLog(config.LOG_LEVEL);
  const db = openDatabase({ connection: database.login, size: config.DATABASE_POOL, prepare: true }, log);
  const callers = new Map<string, Caller>();
  let now: Date | null = null;
  const converter = createConverter(config);
  const clock = () => now ?? new Date();
  const warehouse = createWarehouse(config, db, clock);
  const bus = createLocalEventBus();
  const deps = {
    config,
    db,
    converter,
    bus,
    events: createEvents(bus, syncItemsOf),
    warehouse,
    metrics: createMetrics(),
    refusals: createRefusalCounter(db, log),
    clock,
    log,
    ...more,
  } as unknown as Deps;
  // The test reads images and codes in the same process, which would count as overload.
  const http = createServer({ log, trustProxy: '', maxEventLoopDelayMs: 0, maxRssBytes: 0 });
  const authenticateStaff = createStaffSessions(deps).authenticate;
  const mount = createMount<Caller>(http, {
    authenticate: async ({ headers }) => {
      const caller = callers.get(headers.authorization ?? '');
      if (!caller) throw new Failure(401, messages.unauthorized);
      return caller;
    },
    guard: () => {},
    authenticateProvider: createAuthenticateProvider(deps, authenticateStaff),
    authenticateStaff,
    audit: auditCalls(deps),
    exports: createExportLimit(deps, ({ clientId }) => `client ${clientId}`),
    strict: config.STRICT_CONTRACT,
    verifyReplies: true,
  });
  for (const mountFeature of features) mountFeature(mount, deps, http);
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const ownerPool = new pg.Pool({ ...database.owner, max: 2 });
  // `end` doesn't wait for the server to close, so a dropped database may still send an error.
  ownerPool.on('error', () => {});
  ownerPool.on('connect', (client) => client.on('error', () => {}));
  const owner = async (text: string, values: unknown[] = []) => {
    await database.timeIsSet();
    return (await ownerPool.query(text, values)).rows;
  };
  const send: TestGateway['fetch'] = async (path, { by, ...init } = {}) => {
    await database.timeIsSet();
    const headers = { ...headersOf(by), ...(init.headers as Record<string, string>) };
    return fetch(`${url}${path}`, { ...init, headers });
  };
  const nextResponseClosed = () => once(http.server, 'request').then(([, response]) => once(response, 'close'));
  const headersOf = (by?: TestClient): Record<string, string> => (by ? { authorization: by.token } : {});

  return {
    deps,
    url,
    owner,
    setTime: (moment) => {
      now = moment;
      database.setTime(moment);
    },
    async addClient(flags = {}) {
      const [{ client_id: clientId }] = await owner(
        `INSERT INTO clients (razon_social, nombre_empresa, cuit, prepago)
         VALUES ('Empresa SRL', 'Tienda', '30708355921', $1) RETURNING client_id`,
        [flags.prepago ?? false],
      );
      const [{ id: userId }] = await owner(
        `INSERT INTO users (client_id, username, email, first_name, last_name, phone, password_hash)
         VALUES ($1, $2, $2 || '@example.com', 'Ana', 'Paz', '1144445555', '-') RETURNING id`,
        [clientId, `u${clientId}`],
      );
      const [{ id: addressId }] = await owner(
        `INSERT INTO sender_addresses (client_id, street_name, street_number, neighborhood_name, zip_code, city, state,
           main_address) VALUES ($1, 'Lavalle', '742', 'San Nicolás', '1047', 'CABA', 'Capital Federal', true)
         RETURNING id`,
        [clientId],
      );
      const caller = {
        clientId,
        userId,
        sessionId: '',
        username: `u${clientId}`,
        logonName: `u${clientId}`,
        role: 'owner' as const,
        termsAccepted: true,
        termsBindFrom: null,
        hasFactor: false,
        factorGiven: false,
        codeAt: null,
        factorRequiredFrom: null,
        setUpDue: false,
        approved: true,
        rejectionReason: null,
        blockedReason: null,
      };
      const token = `Bearer ${clientId}`;
      callers.set(token, { ...caller, prepago: false, logistica_inversa: false, fulfillment: false, ...flags });
      return { clientId, addressId, token };
    },
    callAs(client, changes) {
      const token = `${client.token} ${JSON.stringify(changes)}`;
      callers.set(token, { ...(callers.get(client.token) as Caller), ...changes });
      return { ...client, token };
    },
    async call(endpoint, { params, query, body, by, key, headers } = {}) {
      const path = buildPath(endpoint, params as Record<string, string>);
      await database.timeIsSet();
      const response = await fetch(`${url}/api${path}${toQueryString(query)}`, {
        method: endpoint.method,
        headers: {
          ...headersOf(by),
          ...(key && { 'idempotency-key': key }),
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const parsed = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null;
      return { status: response.status, headers: response.headers, body: parsed, bytes };
    },
    fetch: send,
    nextResponseClosed,
    async disconnect(path, init) {
      const leave = new AbortController();
      const closed = nextResponseClosed();
      const response = await send(path, { ...init, signal: leave.signal });
      await response.body?.getReader().read();
      leave.abort();
      await closed;
    },
    async stop() {
      await database.timeIsSet();
      await http.close();
      await db.close();
      await ownerPool.end();
      await database.stop();
    },
  };
}
