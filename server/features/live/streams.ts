import type { Hint } from '#server/cluster/bus.ts';
import { gatherHints } from '#server/cluster/gathered-hints.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { EventStream } from '#server/platform/http/event-stream.ts';
import { Failure } from '#shared/http/failure.ts';
import type { LiveHint } from '#shared/live.ts';
import { messages } from '#shared/messages.ts';
import { HintMemory } from './hint-memory.ts';

/** Milliseconds between two comments: proxies and the server's own time-outs end what is silent for a minute. */
const BEAT_MS = 20_000;

/** Milliseconds that a hint waits for others: a bulk upload changes a thousand orders at once. */
const GATHER_MS = 100;

/** A browser needs one stream; more are left over of tabs that died, or of a browser without locks. */
const MOST_PER_SESSION = 4;

const MOST_PER_CLIENT = 100;

/** Clients whose last hints are remembered. */
const MOST_REMEMBERED = 10_000;

interface Open {
  sessionId: string;
  events: EventStream;
}

export interface Streams {
  /**
   * Opens a stream for a portal of the caller's.
   *
   * @param lastEventId of the last hint that it received; what came after is told first, or `resync` when it isn't known
   * @throws Failure 503 when this node is being stopped
   */
  open(caller: Caller, lastEventId: string | undefined): EventStream;
  /** How many are open. */
  count(): number;
  /** Ends every stream and opens no other. */
  close(): void;
}

/** The streams of this node, by client: no client's hint can reach another one's portal. */
export function createStreams({ bus, log }: Deps, sessions: Sessions): Streams {
  const streams = new Map<number, Set<Open>>();
  const memories = new Map<number, HintMemory>();
  let beat: NodeJS.Timeout | undefined;
  let closed = false;

  const gathered = gatherHints(GATHER_MS, (hints) => {
    for (const [clientId, hint] of hints) if (clientId !== null) tell(clientId, hint as LiveHint);
  });

  const stopListening = bus.listen((clientId, hint) => {
    if (clientId === null) tellAll(hint);
    else if (hint.kind === 'session') void endRevoked(clientId);
    else gathered.add(clientId, hint);
  });

  /** The last one told is the last one forgotten. */
  function memoryOf(clientId: number): HintMemory {
    const memory = memories.get(clientId) ?? new HintMemory();
    memories.delete(clientId);
    memories.set(clientId, memory);
    const [oldest] = memories.size > MOST_REMEMBERED ? memories.keys() : [];
    if (oldest !== undefined) memories.delete(oldest);
    return memory;
  }

  function tell(clientId: number, hint: LiveHint): void {
    const told = memoryOf(clientId).add(hint, performance.now());
    for (const { events } of streams.get(clientId) ?? []) events.send(told.id, JSON.stringify(told.hint));
  }

  /** What was remembered is no longer all that happened. */
  function tellAll(hint: Hint): void {
    memories.clear();
    for (const clientId of streams.keys()) tell(clientId, hint as LiveHint);
  }

  function end(clientId: number, stream: Open): void {
    stream.events.end();
    const mine = streams.get(clientId);
    mine?.delete(stream);
    if (mine?.size === 0) streams.delete(clientId);
    if (streams.size === 0) beat = clearInterval(beat) as undefined;
  }

  function makeRoom(clientId: number, sessionId: string): void {
    const mine = [...(streams.get(clientId) ?? [])];
    const ofSession = mine.filter((stream) => stream.sessionId === sessionId);
    const oldest = ofSession.length >= MOST_PER_SESSION ? ofSession[0] : mine.length >= MOST_PER_CLIENT && mine[0];
    if (oldest) end(clientId, oldest);
  }

  /** Ends the streams of sessions that are over, without counting as their activity. */
  async function endRevoked(clientId: number): Promise<void> {
    const mine = [...(streams.get(clientId) ?? [])];
    if (mine.length === 0) return;
    try {
      const live = await sessions.liveAmong(clientId, [...new Set(mine.map(({ sessionId }) => sessionId))]);
      for (const stream of mine) if (!live.has(stream.sessionId)) end(clientId, stream);
    } catch (error) {
      // Asked again with the next beat.
      log.warn({ code: (error as { code?: string }).code }, 'live: sessions could not be looked at');
    }
  }

  async function onBeat(): Promise<void> {
    for (const mine of streams.values()) for (const { events } of mine) events.comment();
    // One after the other: requests come first.
    for (const clientId of [...streams.keys()]) await endRevoked(clientId);
  }

  return {
    open({ clientId, sessionId }, lastEventId) {
      if (closed) throw new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
      makeRoom(clientId, sessionId);
      const stream = { sessionId, events: new EventStream() };
      stream.events.body.once('close', () => end(clientId, stream));
      streams.set(clientId, (streams.get(clientId) ?? new Set()).add(stream));
      beat ??= setInterval(() => void onBeat(), BEAT_MS).unref();

      const memory = memoryOf(clientId);
      const missed = memory.missed(lastEventId, performance.now());
      // The first bytes: the answer's headers leave with them.
      stream.events.send(memory.lastId);
      for (const { id, hint } of missed ?? []) stream.events.send(id, JSON.stringify(hint));
      if (!missed) stream.events.send(memory.lastId, JSON.stringify({ kind: 'resync', id: null } satisfies LiveHint));
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
