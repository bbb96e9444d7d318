import { collectEvents } from '#server/cluster/collect-events.ts';
import type { BusEvent } from '#server/cluster/event-bus.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { EventStream } from '#server/platform/http/event-stream.ts';
import type { ChangeEvent } from '#shared/change-events.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { EventBuffer } from './event-buffer.ts';

/** Milliseconds between two comments: proxies and the server's own time-outs end what is silent for a minute. */
const HEARTBEAT_MS = 20_000;

/** Milliseconds that a change waits for others: a bulk upload changes a thousand orders at once. */
const COLLECT_MS = 100;

/** A browser needs one stream; more are left over of tabs that died, or of a browser without locks. */
const MAX_STREAMS_PER_SESSION = 4;

const MAX_STREAMS_PER_CLIENT = 100;

/** Clients whose last changes are remembered. */
const MAX_BUFFERED_CLIENTS = 10_000;

interface OpenStream {
  sessionId: string;
  events: EventStream;
}

export interface Streams {
  /**
   * Opens a stream for a portal of the caller's.
   *
   * @param lastEventId of the last change that it received; what came after is told first, or `resync` when it isn't known
   * @throws Failure 503 when this node is being stopped
   */
  open(caller: Caller, lastEventId: string | undefined): EventStream;
  /** How many are open. */
  count(): number;
  /** Ends every stream and opens no other. */
  close(): void;
}

/** The streams of this node, by client: no client's change can reach another one's portal. */
export function createStreams({ bus, log }: Deps, sessions: Sessions): Streams {
  const streams = new Map<number, Set<OpenStream>>();
  const buffers = new Map<number, EventBuffer>();
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;

  const gathered = collectEvents(COLLECT_MS, (changes) => {
    for (const [clientId, change] of changes) if (clientId !== null) publish(clientId, change as ChangeEvent);
  });

  const stopListening = bus.subscribe((clientId, change) => {
    if (clientId === null) publishToAll(change);
    else if (change.kind === 'session') void endRevoked(clientId);
    else gathered.add(clientId, change);
  });

  /** The last one told is the last one forgotten. */
  function bufferFor(clientId: number): EventBuffer {
    const buffer = buffers.get(clientId) ?? new EventBuffer();
    buffers.delete(clientId);
    buffers.set(clientId, buffer);
    const [oldest] = buffers.size > MAX_BUFFERED_CLIENTS ? buffers.keys() : [];
    if (oldest !== undefined) buffers.delete(oldest);
    return buffer;
  }

  function publish(clientId: number, change: ChangeEvent): void {
    const buffered = bufferFor(clientId).add(change, performance.now());
    for (const { events } of streams.get(clientId) ?? []) events.send(buffered.id, JSON.stringify(buffered.change));
  }

  /** What was remembered is no longer all that happened. */
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

  /** Ends the streams of sessions that are over, without counting as their activity. */
  async function endRevoked(clientId: number): Promise<void> {
    const mine = [...(streams.get(clientId) ?? [])];
    if (mine.length === 0) return;
    try {
      const live = await sessions.filterLive(clientId, [...new Set(mine.map(({ sessionId }) => sessionId))]);
      for (const stream of mine) if (!live.has(stream.sessionId)) end(clientId, stream);
    } catch (error) {
      // Asked again with the next heartbeat.
      log.warn({ code: (error as { code?: string }).code }, 'live: sessions could not be looked at');
    }
  }

  async function onHeartbeat(): Promise<void> {
    for (const mine of streams.values()) for (const { events } of mine) events.comment();
    // One after the other: requests come first.
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
      const missed = buffer.missed(lastEventId, performance.now());
      // The first bytes: the answer's headers leave with them.
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
