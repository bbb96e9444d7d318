import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterCommit } from '#server/db/connection.ts';
import type { Log } from '#server/platform/log.ts';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { type ClientBusEvent, collectEvents } from './collect-events.ts';
import { type BusEvent, createSubscribers, type EventBus } from './event-bus.ts';
import { NotificationsLost, type NotifyConnection, openNotifyConnection } from './notify-connection.ts';

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
