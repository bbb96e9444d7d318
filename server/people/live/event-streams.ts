import { randomBytes } from 'node:crypto';
import { collectEvents } from '#server/cluster/collect-events.ts';
import type { BusEvent } from '#server/cluster/event-bus.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Sessions } from '#server/people/access/session/session.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { EventStream } from '#server/platform/http/response/event-stream.ts';
import type { ChangeEvent } from '#shared/kit/change-events.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';

/**
 * Time in ms between two comments. Proxies and the server's own timeouts end a connection that is silent for a minute.
 */
const HEARTBEAT_MS = 20_000;

/** Debounce in ms in which events are merged: a bulk upload changes a thousand orders at once. */
const COLLECT_MS = 100;

/** A browser needs one stream. Further ones remain from closed tabs or come from a browser without Web Locks. */
const MAX_STREAMS_PER_SESSION = 4;

const MAX_STREAMS_PER_CLIENT = 100;

/** Maximum number of clients with an event buffer. */
const MAX_BUFFERED_CLIENTS = 10_000;

export interface Streams {
  /**
   * Opens a stream of the caller's change events.
   *
   * @param lastEventId id of the last event that the portal received. The stream begins with the events after it, or
   *   with `resync` if they aren't buffered any more
   * @throws Failure 503 while this node stops
   */
  open(caller: Caller, lastEventId: string | undefined): EventStream;
  /** Returns the number of open streams. */
  count(): number;
  /** Ends all streams and refuses new ones. */
  close(): void;
}

/** Maximum number of buffered events per client. */
const MAX_EVENTS = 50;

/** Time in ms that an event is buffered. */
const RETENTION_MS = MINUTE_MS;

/** Maximum age in ms of events that a new stream receives. Covers the time between a portal's first read and its stream. */
const CONNECT_WINDOW_MS = 10_000;

/** A change event with its id. A reconnecting reader sends the id of its last event (`last_event_id`). */
interface BufferedEvent {
  id: string;
  change: ChangeEvent;
}

/** Buffers the last events of one client for readers that reconnect. */
class EventBuffer {
  readonly #key = randomBytes(6).toString('base64url');
  #changes: (ChangeEvent & { at: number })[] = [];
  /** Number of the last event. */
  #last = 0;

  /** Adds an event. @param now current time in ms */
  add({ kind, id }: ChangeEvent, now: number): BufferedEvent {
    this.#changes = [...this.#changes.slice(-MAX_EVENTS + 1), { kind, id, at: now }].filter(
      ({ at }) => now - at < RETENTION_MS,
    );
    this.#last++;
    return { id: this.lastId, change: { kind, id } };
  }

  get lastId(): string {
    return `${this.#key}.${this.#last}`;
  }

  /**
   * Returns the events that a reader has missed.
   *
   * @param lastId id of the last event that the reader received; undefined for a new reader
   * @returns null if some of the missed events were already evicted
   */
  missed(lastId: string | undefined, now: number): BufferedEvent[] | null {
    const [key, number] = lastId?.split('.') ?? [];
    const evicted = this.#last - this.#changes.length;
    const from = lastId === undefined ? this.#before(now - CONNECT_WINDOW_MS) : key === this.#key ? Number(number) : -1;
    if (!(from >= evicted && from <= this.#last)) return null;
    return this.#changes.slice(from - evicted).map(({ kind, id }, index) => ({
      id: `${this.#key}.${from + index + 1}`,
      change: { kind, id },
    }));
  }

  /** Returns the number of the last event before `moment`; -1 if the event was already evicted. */
  #before(moment: number): number {
    const index = this.#changes.findIndex(({ at }) => at >= moment);
    if (index === 0 && this.#changes.length === MAX_EVENTS) return -1;
    return index < 0 ? this.#last : this.#last - this.#changes.length + index;
  }
}

interface OpenStream {
  sessionId: string;
  events: EventStream;
}

/**
 * Creates the event streams of this node. They are separated by client, so that no event reaches another client's
 * portal.
 */
export function createStreams({ bus, log, clock }: Pick<Deps, 'bus' | 'log' | 'clock'>, sessions: Sessions): Streams {
  const streams = new Map<number, Set<OpenStream>>();
  const buffers = new Map<number, EventBuffer>();
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;

  const collected = collectEvents(COLLECT_MS, (changes) => {
    for (const [clientId, change] of changes) if (clientId !== null) publish(clientId, change as ChangeEvent);
  });

  const stopListening = bus.subscribe((clientId, change) => {
    if (clientId === null) publishToAll(change);
    else if (change.kind === 'session') void endRevoked(clientId);
    else collected.add(clientId, change);
  });

  /** Returns the client's buffer; evicts the least recently used one beyond `MAX_BUFFERED_CLIENTS`. */
  function bufferFor(clientId: number): EventBuffer {
    const buffer = buffers.get(clientId) ?? new EventBuffer();
    buffers.delete(clientId);
    buffers.set(clientId, buffer);
    const [oldest] = buffers.size > MAX_BUFFERED_CLIENTS ? buffers.keys() : [];
    if (oldest !== undefined) buffers.delete(oldest);
    return buffer;
  }

  function publish(clientId: number, change: ChangeEvent): void {
    const buffered = bufferFor(clientId).add(change, clock().getTime());
    for (const { events } of streams.get(clientId) ?? []) events.send(buffered.id, JSON.stringify(buffered.change));
  }

  /** Publishes an event to all clients. The buffers are cleared, because they don't contain the event. */
  function publishToAll(change: BusEvent): void {
    buffers.clear();
    for (const clientId of streams.keys()) publish(clientId, change as ChangeEvent);
  }

  function end(clientId: number, stream: OpenStream): void {
    stream.events.end();
    const mine = streams.get(clientId);
    mine?.delete(stream);
    if (mine?.size === 0) streams.delete(clientId);
    if (streams.size === 0) heartbeat = clearInterval(heartbeat) as undefined;
  }

  function evictOldest(clientId: number, sessionId: string): void {
    const mine = [...(streams.get(clientId) ?? [])];
    const ofSession = mine.filter((stream) => stream.sessionId === sessionId);
    const oldest =
      ofSession.length >= MAX_STREAMS_PER_SESSION ? ofSession[0] : mine.length >= MAX_STREAMS_PER_CLIENT && mine[0];
    if (oldest) end(clientId, oldest);
  }

  /** Ends the streams of ended sessions. Doesn't count as activity of the sessions. */
  async function endRevoked(clientId: number): Promise<void> {
    const mine = [...(streams.get(clientId) ?? [])];
    if (mine.length === 0) return;
    try {
      const live = await sessions.filterLive(clientId, [...new Set(mine.map(({ sessionId }) => sessionId))]);
      for (const stream of mine) if (!live.has(stream.sessionId)) end(clientId, stream);
    } catch (error) {
      // The next heartbeat checks again.
      log.warn({ code: (error as { code?: string }).code }, 'live: could not check the sessions of the streams');
    }
  }

  async function onHeartbeat(): Promise<void> {
    for (const mine of streams.values()) for (const { events } of mine) events.comment();
    // Sequentially, so that requests have priority.
    for (const clientId of [...streams.keys()]) await endRevoked(clientId);
  }

  return {
    open({ clientId, sessionId }, lastEventId) {
      if (closed) throw new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
      evictOldest(clientId, sessionId);
      const stream = { sessionId, events: new EventStream() };
      stream.events.body.once('close', () => end(clientId, stream));
      streams.set(clientId, (streams.get(clientId) ?? new Set()).add(stream));
      heartbeat ??= setInterval(() => void onHeartbeat(), HEARTBEAT_MS).unref();

      const buffer = bufferFor(clientId);
      const missed = buffer.missed(lastEventId, clock().getTime());
      // The first bytes, which also flush the response's headers.
      stream.events.send(buffer.lastId);
      for (const { id, change } of missed ?? []) stream.events.send(id, JSON.stringify(change));
      if (!missed)
        stream.events.send(buffer.lastId, JSON.stringify({ kind: 'resync', id: null } satisfies ChangeEvent));
      return stream.events;
    },
    count: () => [...streams.values()].reduce((sum, mine) => sum + mine.size, 0),
    close() {
      closed = true;
      stopListening();
      for (const [clientId, mine] of streams) for (const stream of mine) end(clientId, stream);
    },
  };
}
