import { randomUUID } from 'node:crypto';
import pg from 'pg';

const CHANNEL = 'remito_changes';

/** Milliseconds within which the server must answer, or the line is taken for dead. */
const RESPONSE_TIMEOUT_MS = 5000;

/** Milliseconds between two looks whether an idle line still stands: a connection may die without a word. */
const HEARTBEAT_MS = 30_000;

/** Milliseconds within which a notification must be received. */
const PROBE_TIMEOUT_MS = 2000;

/** A connection on which notifications are received and sent. */
export interface NotifyConnection {
  notify(payload: string): Promise<void>;
  /** Settles when the line is gone. */
  gone: Promise<void>;
  close(): void;
}

/** A line that stands but hears nothing: a pooler stands before the server. */
export class NotificationsLost extends Error {}

/**
 * Opens a line.
 *
 * @param connection a direct one: a pooler in transaction mode swallows LISTEN
 * @throws NotificationsLost when a notification that another connection sends is not received
 */
export async function openNotifyConnection(
  connection: pg.ClientConfig,
  onNotification: (payload: string) => void,
): Promise<NotifyConnection> {
  const client = newClient(connection);
  const gone = new Promise<void>((resolve) => client.once('end', resolve));
  const close = () => void client.end().catch(() => {});
  try {
    await client.connect();
    client.on('notification', ({ payload = '' }) => onNotification(payload));
    await client.query(`LISTEN ${CHANNEL}`);
    await assertReceivesNotifications(client, connection);
  } catch (error) {
    close();
    throw error;
  }
  const heartbeat = setInterval(() => client.query('SELECT 1').catch(close), HEARTBEAT_MS).unref();
  return {
    notify: async (payload) => void (await notify(client, payload)),
    gone: gone.then(() => clearInterval(heartbeat)),
    close,
  };
}

function newClient(connection: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    ...connection,
    application_name: 'remito-live',
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
  } as pg.ClientConfig);
  // Its end says the same; without a listener the process would end too.
  client.on('error', () => {});
  return client;
}

const notify = (client: pg.Client, payload: string) => client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);

/** Another connection speaks: through a pooler, a line hears itself only by chance. */
async function assertReceivesNotifications(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
  const word = randomUUID();
  const received = new Promise<boolean>((resolve) => {
    client.on('notification', ({ payload }) => payload === word && resolve(true));
    setTimeout(resolve, PROBE_TIMEOUT_MS, false).unref();
  });
  const sender = newClient(connection);
  try {
    await sender.connect();
    await notify(sender, word);
  } finally {
    await sender.end().catch(() => {});
  }
  if (!(await received)) throw new NotificationsLost('no notification was received');
}
