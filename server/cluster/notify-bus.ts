import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterCommit } from '#server/db/connection.ts';
import type { Log } from '#server/platform/log.ts';
import { type Bus, createListeners, type Hint } from './bus.ts';
import { type ClientHint, gatherHints } from './gathered-hints.ts';
import { DeafLine, type NotifyLine, openLine } from './notify-line.ts';

/** Milliseconds that hints wait for others before they leave for the other nodes. */
const GATHER_MS = 50;

/** Hints of one notification, whose payload stays well below PostgreSQL's 8,000 bytes. */
const HINTS_EACH = 120;

/** Milliseconds between two "read everything again" while other nodes can't be heard. */
const TICK_MS = 5000;

/** Milliseconds before a line that has never heard anything is tried again: a pooler stands before the server. */
const DEAF_MS = 60_000;

const RESYNC: Hint = { kind: 'resync', id: null };

/** A bus for any number of processes on one database. */
export interface NotifyBus extends Bus {
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
export function createNotifyBus(connection: pg.ClientConfig, log: Log): NotifyBus {
  const { deliver, listen } = createListeners();
  const node = randomUUID().slice(0, 8);
  const stopping = new AbortController();
  let line: NotifyLine | null = null;
  /** Hints were lost that other nodes should have heard. */
  let lost = false;
  let sending: Promise<unknown> = Promise.resolve();
  let ticks: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function send(hints: ClientHint[]): Promise<void> {
    try {
      if (!line) throw new Error('there is no line');
      const payloads = Array.from({ length: Math.ceil(hints.length / HINTS_EACH) }, (_, part) =>
        write(node, hints.slice(part * HINTS_EACH, (part + 1) * HINTS_EACH)),
      );
      await Promise.all(payloads.map(line.notify));
    } catch {
      lost = true;
    }
  }

  const gathered = gatherHints(GATHER_MS, (hints) => {
    sending = Promise.all([sending, send(hints)]);
  });

  function setDeaf(deaf: boolean): void {
    if (deaf) ticks ??= setInterval(() => deliver(null, RESYNC), TICK_MS).unref();
    else ticks = clearInterval(ticks) as undefined;
  }

  async function hold(opened: NotifyLine, again: boolean): Promise<void> {
    line = opened;
    if (stopping.signal.aborted) line.close();
    setDeaf(false);
    if (again) deliver(null, RESYNC);
    if (lost) gathered.add(null, RESYNC);
    lost = false;
    await line.gone;
    line = null;
    if (!stopping.signal.aborted) log.warn({}, 'live: the line to the other nodes was lost');
  }

  async function keepLine(tried: () => void): Promise<void> {
    let everHeard = false;
    for (let tries = 1, failures = 0; !stopping.signal.aborted; tries++) {
      try {
        const opened = await openLine(connection, (payload) => {
          for (const hint of read(node, payload)) deliver(...hint);
        });
        failures = 0;
        everHeard = true;
        tried();
        await hold(opened, tries > 1);
      } catch (error) {
        const deaf = error instanceof DeafLine;
        if (tries === 1) log.warn({ deaf }, 'live: other nodes are not heard, portals look every five seconds');
        setDeaf(true);
        tried();
        failures++;
        // What has been heard once stands behind no pooler: it is the network that swallows.
        const wait = deaf && !everHeard ? DEAF_MS : Math.min(TICK_MS, 100 * 2 ** failures);
        await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal, ref: false }).catch(
          () => {},
        );
      }
    }
    setDeaf(false);
  }

  return {
    tell: (trx, clientId, hint) =>
      afterCommit(trx, () => {
        deliver(clientId, hint);
        gathered.add(clientId, hint);
      }),
    listen,
    start: () =>
      new Promise((tried) => {
        running = keepLine(tried);
      }),
    async close() {
      gathered.flush();
      await sending;
      stopping.abort();
      line?.close();
      await running;
    },
  };
}

type Wire = [node: string, hints: [clientId: number | null, kind: Hint['kind'], id: number | null][]];

function write(node: string, hints: ClientHint[]): string {
  return JSON.stringify([node, hints.map(([clientId, { kind, id }]) => [clientId, kind, id])] satisfies Wire);
}

/** What another node told; nothing of what this one said itself, and of what isn't a hint. */
function read(node: string, payload: string): ClientHint[] {
  try {
    const [from, hints] = JSON.parse(payload) as Wire;
    if (from === node) return [];
    return hints.map(([clientId, kind, id]) => [clientId, { kind, id }]);
  } catch {
    return [];
  }
}
