import { changeStream } from '#shared/kit/change-events.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { openStream } from '#web/kit/call/api.ts';
import { ApiError } from '#web/kit/call/api-error.ts';
import { createSseParser, type SseEvent } from './sse-parser.ts';

/** Milliseconds without a byte after which a stream counts as broken: the server sends a heartbeat every 20 s. */
const SILENCE_TIMEOUT_MS = 50_000;

/** Milliseconds after which a stream counts as stable: the backoff then starts from its minimum. */
const STABLE_MS = 30_000;

/** Maximum backoff between two attempts, in milliseconds. */
const MAX_BACKOFF_MS = MINUTE_MS;

export interface ReconnectingStream {
  signal: AbortSignal;
  /** Id of the last event received, here or in another tab. */
  lastId: () => string;
  onEvent: (event: SseEvent) => void;
}

/**
 * Keeps a stream open until the signal ends it. Retries a broken stream with backoff, from the last event received.
 *
 * @returns when the signal ends the stream, or when the gateway has no stream for this session (4xx)
 */
export async function streamWithReconnect(stream: ReconnectingStream): Promise<void> {
  for (let failures = 0; !stream.signal.aborted; ) {
    const startedAt = Date.now();
    try {
      await readStream(stream);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status >= 400 && status < 500 && status !== 429) return;
    }
    if (stream.signal.aborted) return;
    failures = Date.now() - startedAt > STABLE_MS ? 0 : failures + 1;
    await waitBeforeRetry(Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** failures) * Math.random(), stream.signal);
  }
}

async function readStream({ signal, lastId, onEvent }: ReconnectingStream): Promise<void> {
  const silence = new AbortController();
  const ended = AbortSignal.any([signal, silence.signal]);
  let timeout = 0;
  const resetTimeout = () => {
    window.clearTimeout(timeout);
    timeout = window.setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS);
  };
  try {
    resetTimeout();
    const query = lastId() === '' ? {} : { last_event_id: lastId() };
    const body = await openStream(changeStream, { query, signal: ended });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createSseParser(onEvent);
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      resetTimeout();
      parse(read.value);
    }
  } finally {
    window.clearTimeout(timeout);
  }
}

/** Waits before the next attempt; ends early when the network returns or the page becomes visible. */
function waitBeforeRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      window.clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    const options = { signal: over.signal };
    window.addEventListener('online', end, options);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), options);
    signal.addEventListener('abort', end, options);
  });
}
