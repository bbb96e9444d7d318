import { type ChangeEvent, parseChangeEvent } from '#shared/kit/change-events.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { invalidateOnEvent } from './invalidate-on-event.ts';
import type { SseEvent } from './sse-parser.ts';
import { streamWithReconnect } from './stream.ts';

/**
 * Milliseconds of silence after which a visible tab takes over the stream: the tab that holds the lock may be frozen.
 */
const SILENCE_TIMEOUT_MS = MINUTE_MS;

/** Milliseconds between two checks whether the stream is silent. */
const CHECK_INTERVAL_MS = 10_000;

const SUPPORTED = 'locks' in navigator && 'BroadcastChannel' in window;

/**
 * Subscribes to change events. All tabs of a user share one stream, because a browser opens only six connections to a
 * server: the tab that holds the lock reads the stream and forwards the events to the others by BroadcastChannel.
 * Without support in the browser or the gateway no events arrive, and screens refetch when they get the focus.
 *
 * @returns a function that ends the subscription
 */
function subscribeToChanges(username: string, onChange: (change: ChangeEvent) => void): () => void {
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

  /** Reads the stream while this tab holds the lock. The lock passes to another tab when this one closes. */
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
    const request = new AbortController();
    lockRequest = request;
    isLeader = false;
    receivedAt = Date.now();
    const signal = AbortSignal.any([listening.signal, request.signal]);
    // Rejects when another tab steals the lock, and when this tab aborts the request.
    await navigator.locks
      .request(name, steal ? { steal } : { signal }, () => readAsLeader(signal))
      .catch(() => undefined);
    if (lockRequest === request && !listening.signal.aborted) void requestLock(false);
  }

  const silenceCheck = window.setInterval(() => {
    const silent = !isLeader && Date.now() - receivedAt > SILENCE_TIMEOUT_MS;
    if (silent && document.visibilityState === 'visible') void requestLock(true);
  }, CHECK_INTERVAL_MS);
  channel.onmessage = ({ data }: MessageEvent<SseEvent | null>) => (data ? receive(data) : end());
  void requestLock(false);
  return end;
}

/** Keeps the user's cached queries current by change events. @returns a function that ends the subscription */
export const subscribe = (username: string): (() => void) => subscribeToChanges(username, invalidateOnEvent);
