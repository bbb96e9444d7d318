import { type ChangeEvent, parseChangeEvent } from '#shared/change-events.ts';
import { streamWithReconnect } from './live-stream.ts';
import type { SseEvent } from './sse-parser.ts';

/** Milliseconds of silence after which a tab that is looked at takes the stream over: the one that holds it is frozen. */
const SILENCE_TIMEOUT_MS = 60_000;

/** Milliseconds between two checks whether the stream is silent. */
const CHECK_INTERVAL_MS = 10_000;

const SUPPORTED = 'locks' in navigator && 'BroadcastChannel' in window;

/**
 * Hears what changed. All tabs of a user share one stream, because a browser has six connections to a server: the tab that
 * holds the lock reads it and tells the others. Where the browser or the gateway can't, nothing is heard, and screens are
 * read again when they are looked at.
 *
 * @returns what ends it
 */
export function subscribeToChanges(username: string, onChange: (change: ChangeEvent) => void): () => void {
  if (!SUPPORTED) return () => undefined;
  const name = `live ${username}`;
  const channel = new BroadcastChannel(name);
  const listening = new AbortController();
  let lockRequest = new AbortController();
  let isLeader = false;
  let lastId = '';
  let receivedAt = Date.now();

  function end(): void {
    listening.abort();
    window.clearInterval(silenceCheck);
    channel.close();
  }

  function receive({ id, data }: SseEvent): void {
    receivedAt = Date.now();
    lastId = id || lastId;
    const change = data && parseChangeEvent(data);
    if (change) onChange(change);
  }

  /** Reads the stream while this tab has the lock, which others get when it closes. */
  async function readAsLeader(signal: AbortSignal): Promise<void> {
    isLeader = true;
    const onEvent = (event: SseEvent) => {
      channel.postMessage(event);
      receive(event);
    };
    await streamWithReconnect({ signal, lastId: () => lastId, onEvent });
    if (signal.aborted) return;
    // The gateway has no stream: no tab needs to request it again.
    channel.postMessage(null);
    end();
  }

  async function requestLock(steal: boolean): Promise<void> {
    lockRequest.abort();
    const mine = new AbortController();
    lockRequest = mine;
    isLeader = false;
    receivedAt = Date.now();
    const signal = AbortSignal.any([listening.signal, mine.signal]);
    // It rejects when another tab has taken the lock, or this one asks anew or ends.
    await navigator.locks
      .request(name, steal ? { steal } : { signal }, () => readAsLeader(signal))
      .catch(() => undefined);
    if (lockRequest === mine && !listening.signal.aborted) void requestLock(false);
  }

  const silenceCheck = window.setInterval(() => {
    const silent = !isLeader && Date.now() - receivedAt > SILENCE_TIMEOUT_MS;
    if (silent && document.visibilityState === 'visible') void requestLock(true);
  }, CHECK_INTERVAL_MS);
  channel.onmessage = ({ data }: MessageEvent<SseEvent | null>) => (data ? receive(data) : end());
  void requestLock(false);
  return end;
}
