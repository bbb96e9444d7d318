import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';

const CHANNEL = 'remito_changes';

/** Interval between heartbeat queries, in ms, which detect a connection that was lost without an error. */
const HEARTBEAT_MS = 30_000;

/** A connection that sends and receives notifications (LISTEN and NOTIFY). */
export interface NotifyConnection {
  notify(payload: string): Promise<void>;
  /** Resolves when the connection is lost or closed. */
  gone: Promise<void>;
  close(): void;
}

/** Thrown when a connection is open but receives no notifications, usually because of a pooler. */
export class NotificationsLost extends Error {}

/**
 * Opens a connection, subscribes to the channel, and checks with a probe that notifications arrive.
 *
 * @param connection a direct connection: LISTEN doesn't work through a pooler in transaction mode
 * @throws NotificationsLost when the probe doesn't arrive
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
    connectionTimeoutMillis: TIMEOUTS.eventsResponse,
    query_timeout: TIMEOUTS.eventsResponse,
    keepAlive: true,
    pipeline: true,
  } as pg.ClientConfig);
  // Without a listener an error would end the process. The event `end` follows and is handled.
  client.on('error', () => {});
  return client;
}

const notify = (client: pg.Client, payload: string) => client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);

/** Sends a probe from another connection: through a pooler, a connection receives its own notifications only by chance. */
async function assertReceivesNotifications(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
  const probe = randomUUID();
  const received = new Promise<boolean>((resolve) => {
    client.on('notification', ({ payload }) => payload === probe && resolve(true));
    setTimeout(resolve, TIMEOUTS.eventsProbe, false).unref();
  });
  const sender = newClient(connection);
  try {
    await sender.connect();
    await notify(sender, probe);
  } finally {
    await sender.end().catch(() => {});
  }
  if (!(await received)) throw new NotificationsLost('no notification was received');
}
