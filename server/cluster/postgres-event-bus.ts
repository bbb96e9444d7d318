import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterCommit } from '#server/db/connection.ts';
import type { Log } from '#server/platform/log.ts';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { type ClientBusEvent, collectEvents } from './collect-events.ts';
import { type BusEvent, createSubscribers, type EventBus } from './event-bus.ts';

/** Time for which events are collected before they are sent to other nodes (debounce), in ms. */
const COLLECT_MS = 50;

/** Events of one notification. Keeps the payload well below PostgreSQL's limit of 8,000 bytes. */
const EVENTS_PER_NOTIFICATION = 120;

/** Time before the next attempt when no notification has arrived in two attempts or more, in ms: probably a pooler drops them. */
const POOLER_RETRY_MS = MINUTE_MS;

const RESYNC: BusEvent = { kind: 'resync', id: null };

/** An event bus for any number of processes on one database. */
export interface PostgresEventBus extends EventBus {
  /** Starts connecting. Resolves after the first attempt, and keeps retrying if the attempt failed. Never throws. */
  start(): Promise<void>;
  /** Sends pending events and closes the connection. */
  close(): Promise<void>;
}

const CHANNEL = 'remito_changes';

/** Interval between heartbeat queries, in ms, which detect a connection that was lost without an error. */
const HEARTBEAT_MS = 30_000;

/** A connection that sends and receives notifications (LISTEN and NOTIFY). */
interface NotifyConnection {
  notify(payload: string): Promise<void>;
  /** Resolves when the connection is lost or closed. */
  gone: Promise<void>;
  close(): void;
}

/** Thrown when a connection is open but receives no notifications, usually because of a pooler. */
class NotificationsLost extends Error {}

/**
 * Opens a connection, subscribes to the channel, and checks with a probe that notifications arrive.
 *
 * @param connection a direct connection: LISTEN doesn't work through a pooler in transaction mode
 * @throws NotificationsLost when the probe doesn't arrive
 */
async function openNotifyConnection(
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

/**
 * Creates an event bus on LISTEN and NOTIFY (docs/decisions/0012). Notifies this node's listeners right after the commit, and
 * other nodes shortly after. While no notifications can be received, sends listeners a resync event every five seconds, and
 * another one after reconnecting.
 *
 * @param connection a direct connection, as for migrations
 */
export function createPostgresEventBus(connection: pg.ClientConfig, log: Log): PostgresEventBus {
  const { notifySubscribers, subscribe } = createSubscribers();
  const node = randomUUID().slice(0, 8);
  const stopping = new AbortController();
  let current: NotifyConnection | null = null;
  /** Whether events could not be sent to other nodes. A resync follows after reconnecting. */
  let unsent = false;
  let sending: Promise<unknown> = Promise.resolve();
  let resyncTimer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function send(events: ClientBusEvent[]): Promise<void> {
    try {
      if (!current) throw new Error('not connected');
      const payloads = Array.from({ length: Math.ceil(events.length / EVENTS_PER_NOTIFICATION) }, (_, part) =>
        serialize(node, events.slice(part * EVENTS_PER_NOTIFICATION, (part + 1) * EVENTS_PER_NOTIFICATION)),
      );
      await Promise.all(payloads.map(current.notify));
    } catch {
      unsent = true;
    }
  }

  const collector = collectEvents(COLLECT_MS, (events) => {
    sending = Promise.all([sending, send(events)]);
  });

  function setPeriodicResync(isOn: boolean): void {
    if (isOn) resyncTimer ??= setInterval(() => notifySubscribers(null, RESYNC), TIMEOUTS.resync).unref();
    else resyncTimer = clearInterval(resyncTimer) as undefined;
  }

  async function holdConnection(opened: NotifyConnection, again: boolean): Promise<void> {
    current = opened;
    if (stopping.signal.aborted) current.close();
    setPeriodicResync(false);
    if (again) notifySubscribers(null, RESYNC);
    if (unsent) collector.add(null, RESYNC);
    unsent = false;
    await current.gone;
    current = null;
    if (!stopping.signal.aborted) log.warn({}, 'live: the connection to the other nodes was lost');
  }

  async function keepConnected(tried: () => void): Promise<void> {
    let everConnected = false;
    for (let tries = 1, failures = 0; !stopping.signal.aborted; tries++) {
      try {
        const opened = await openNotifyConnection(connection, (payload) => {
          for (const event of parse(node, payload)) notifySubscribers(...event);
        });
        failures = 0;
        everConnected = true;
        tried();
        await holdConnection(opened, tries > 1);
      } catch (error) {
        const notificationsLost = error instanceof NotificationsLost;
        if (tries === 1)
          log.warn({ notificationsLost }, 'live: no notifications from other nodes, portals reload every five seconds');
        setPeriodicResync(true);
        tried();
        failures++;
        // If notifications have arrived before, there is no pooler, so the network is at fault: retry soon. A single loss
        // doesn't prove a pooler either, because a busy machine can cause it.
        const wait =
          notificationsLost && !everConnected && failures > 1
            ? POOLER_RETRY_MS
            : Math.min(TIMEOUTS.resync, 100 * 2 ** failures);
        await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal, ref: false }).catch(
          () => {},
        );
      }
    }
    setPeriodicResync(false);
  }

  return {
    publish: (trx, clientId, event) =>
      afterCommit(trx, () => {
        notifySubscribers(clientId, event);
        collector.add(clientId, event);
      }),
    subscribe,
    start: () =>
      new Promise((tried) => {
        running = keepConnected(tried);
      }),
    async close() {
      collector.flush();
      await sending;
      stopping.abort();
      current?.close();
      await running;
    },
  };
}

type Wire = [node: string, events: [clientId: number | null, kind: BusEvent['kind'], id: number | null][]];

function serialize(node: string, events: ClientBusEvent[]): string {
  return JSON.stringify([node, events.map(([clientId, { kind, id }]) => [clientId, kind, id])] satisfies Wire);
}

/** Parses a notification. @returns no events for this node's own notifications and for malformed payloads */
function parse(node: string, payload: string): ClientBusEvent[] {
  try {
    const [from, events] = JSON.parse(payload) as Wire;
    if (from === node) return [];
    return events.map(([clientId, kind, id]) => [clientId, { kind, id }]);
  } catch {
    return [];
  }
}
