import { type LiveHint, parseHint } from '#shared/live.ts';
import type { StreamEvent } from './event-parser.ts';
import { keepStream } from './live-stream.ts';

/** Milliseconds of silence after which a tab that is looked at takes the stream over: the one that holds it is frozen. */
const SILENT = 60_000;

/** Milliseconds between two looks whether the stream is silent. */
const LOOK = 10_000;

const CAPABLE = 'locks' in navigator && 'BroadcastChannel' in window;

/**
 * Hears what changed. All tabs of a user share one stream, because a browser has six connections to a server: the tab that
 * holds the lock reads it and tells the others. Where the browser or the gateway can't, nothing is heard, and screens are
 * read again when they are looked at.
 *
 * @returns what ends it
 */
export function hearChanges(username: string, onHint: (hint: LiveHint) => void): () => void {
  if (!CAPABLE) return () => undefined;
  const name = `live ${username}`;
  const channel = new BroadcastChannel(name);
  const listening = new AbortController();
  let claim = new AbortController();
  let holding = false;
  let lastId = '';
  let heardAt = Date.now();

  function end(): void {
    listening.abort();
    window.clearInterval(looks);
    channel.close();
  }

  function hear({ id, data }: StreamEvent): void {
    heardAt = Date.now();
    lastId = id || lastId;
    const hint = data && parseHint(data);
    if (hint) onHint(hint);
  }

  /** Reads the stream while this tab has the lock, which others get when it closes. */
  async function hold(signal: AbortSignal): Promise<void> {
    holding = true;
    const onEvent = (event: StreamEvent) => {
      channel.postMessage(event);
      hear(event);
    };
    await keepStream({ signal, lastId: () => lastId, onEvent });
    if (signal.aborted) return;
    // The gateway has no stream: no tab needs to ask again.
    channel.postMessage(null);
    end();
  }

  async function ask(steal: boolean): Promise<void> {
    claim.abort();
    const mine = new AbortController();
    claim = mine;
    holding = false;
    heardAt = Date.now();
    const signal = AbortSignal.any([listening.signal, mine.signal]);
    // It rejects when another tab has taken the lock, or this one asks anew or ends.
    await navigator.locks.request(name, steal ? { steal } : { signal }, () => hold(signal)).catch(() => undefined);
    if (claim === mine && !listening.signal.aborted) void ask(false);
  }

  const looks = window.setInterval(() => {
    const silent = !holding && Date.now() - heardAt > SILENT;
    if (silent && document.visibilityState === 'visible') void ask(true);
  }, LOOK);
  channel.onmessage = ({ data }: MessageEvent<StreamEvent | null>) => (data ? hear(data) : end());
  void ask(false);
  return end;
}
