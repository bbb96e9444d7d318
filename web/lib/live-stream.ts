import { changeStream } from '#shared/change-events.ts';
import { openStream } from './api.ts';
import { ApiError } from './api-error.ts';
import { createSseParser, type SseEvent } from './sse-parser.ts';

/** Milliseconds without a byte after which a stream is taken for dead: the server says something every twenty seconds. */
const SILENCE_TIMEOUT_MS = 50_000;

/** Milliseconds that a stream must have lived for the next try to come at once. */
const STABLE_MS = 30_000;

/** Maximum backoff between two attempts, in milliseconds. */
const MAX_BACKOFF_MS = 60_000;

export interface ReconnectingStream {
  signal: AbortSignal;
  /** Id of the last event received, here or in another tab. */
  lastId: () => string;
  onEvent: (event: SseEvent) => void;
}

/**
 * Keeps a stream open until the signal ends it: when it breaks it is opened again, with what was missed.
 *
 * @returns when the signal ends it, or the gateway has no stream for this session: asking again would change nothing
 */
export async function streamWithReconnect(stream: ReconnectingStream): Promise<void> {
  for (let failures = 0; !stream.signal.aborted; ) {
    const begun = Date.now();
    try {
      await readStream(stream);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status >= 400 && status < 500 && status !== 429) return;
    }
    failures = Date.now() - begun > STABLE_MS ? 0 : failures + 1;
    await waitBeforeRetry(Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** failures) * Math.random(), stream.signal);
  }
}

async function readStream({ signal, lastId, onEvent }: ReconnectingStream): Promise<void> {
  const dead = new AbortController();
  const ended = AbortSignal.any([signal, dead.signal]);
  let watch = 0;
  const alive = () => {
    window.clearTimeout(watch);
    watch = window.setTimeout(() => dead.abort(), SILENCE_TIMEOUT_MS);
  };
  try {
    alive();
    const query = lastId() === '' ? {} : { last_event_id: lastId() };
    const body = await openStream(changeStream, { query, signal: ended });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createSseParser(onEvent);
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      alive();
      parse(read.value);
    }
  } finally {
    window.clearTimeout(watch);
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
