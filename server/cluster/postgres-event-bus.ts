import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterCommit } from '#server/db/connection.ts';
import type { Log } from '#server/platform/log.ts';
import { type ClientBusEvent, collectEvents } from './collect-events.ts';
import { type BusEvent, createSubscribers, type EventBus } from './event-bus.ts';
import { NotificationsLost, type NotifyConnection, openNotifyConnection } from './notify-connection.ts';

/** Milliseconds that hints wait for others before they leave for the other nodes. */
const COLLECT_MS = 50;

/** Hints of one notification, whose payload stays well below PostgreSQL's 8,000 bytes. */
const EVENTS_PER_NOTIFICATION = 120;

/** Milliseconds between two "read everything again" while other nodes can't be heard. */
const RESYNC_MS = 5000;

/** Milliseconds before a line that has never heard anything is tried again: a pooler stands before the server. */
const POOLER_RETRY_MS = 60_000;

const RESYNC: BusEvent = { kind: 'resync', id: null };

/** A bus for any number of processes on one database. */
export interface PostgresEventBus extends EventBus {
  /** Settles once other nodes are heard, or the first try to hear them has failed; tries go on. Never throws. */
  start(): Promise<void>;
  /** Sends what waits and hangs up. */
  close(): Promise<void>;
}

/**
 * Tells this node's listeners at once and other nodes by NOTIFY, shortly after the commit (docs/decisions/0012). While
 * the line is lost or deaf, listeners are told every five seconds that anything may have changed, and once more when it
 * stands again.
 *
 * @param connection a direct one, as for migrations
 */
export function createPostgresEventBus(connection: pg.ClientConfig, log: Log): PostgresEventBus {
  const { notifySubscribers, subscribe } = createSubscribers();
  const node = randomUUID().slice(0, 8);
  const stopping = new AbortController();
  let current: NotifyConnection | null = null;
  /** Hints were lost that other nodes should have heard. */
  let lost = false;
  let sending: Promise<unknown> = Promise.resolve();
  let resyncTimer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function send(events: ClientBusEvent[]): Promise<void> {
    try {
      if (!current) throw new Error('there is no line');
      const payloads = Array.from({ length: Math.ceil(events.length / EVENTS_PER_NOTIFICATION) }, (_, part) =>
        write(node, events.slice(part * EVENTS_PER_NOTIFICATION, (part + 1) * EVENTS_PER_NOTIFICATION)),
      );
      await Promise.all(payloads.map(current.notify));
    } catch {
      lost = true;
    }
  }

  const collector = collectEvents(COLLECT_MS, (events) => {
    sending = Promise.all([sending, send(events)]);
  });

  function setPeriodicResync(isOn: boolean): void {
    if (isOn) resyncTimer ??= setInterval(() => notifySubscribers(null, RESYNC), RESYNC_MS).unref();
    else resyncTimer = clearInterval(resyncTimer) as undefined;
  }

  async function holdConnection(opened: NotifyConnection, again: boolean): Promise<void> {
    current = opened;
    if (stopping.signal.aborted) current.close();
    setPeriodicResync(false);
    if (again) notifySubscribers(null, RESYNC);
    if (lost) collector.add(null, RESYNC);
    lost = false;
    await current.gone;
    current = null;
    if (!stopping.signal.aborted) log.warn({}, 'live: the line to the other nodes was lost');
  }

  async function keepConnected(tried: () => void): Promise<void> {
    let everConnected = false;
    for (let tries = 1, failures = 0; !stopping.signal.aborted; tries++) {
      try {
        const opened = await openNotifyConnection(connection, (payload) => {
          for (const event of read(node, payload)) notifySubscribers(...event);
        });
        failures = 0;
        everConnected = true;
        tried();
        await holdConnection(opened, tries > 1);
      } catch (error) {
        const notificationsLost = error instanceof NotificationsLost;
        if (tries === 1)
          log.warn({ notificationsLost }, 'live: other nodes are not heard, portals look every five seconds');
        setPeriodicResync(true);
        tried();
        failures++;
        // What has been heard once stands behind no pooler: it is the network that swallows.
        const wait = notificationsLost && !everConnected ? POOLER_RETRY_MS : Math.min(RESYNC_MS, 100 * 2 ** failures);
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

function write(node: string, events: ClientBusEvent[]): string {
  return JSON.stringify([node, events.map(([clientId, { kind, id }]) => [clientId, kind, id])] satisfies Wire);
}

/** What another node told; nothing of what this one said itself, and of what isn't a event. */
function read(node: string, payload: string): ClientBusEvent[] {
  try {
    const [from, events] = JSON.parse(payload) as Wire;
    if (from === node) return [];
    return events.map(([clientId, kind, id]) => [clientId, { kind, id }]);
  } catch {
    return [];
  }
}
