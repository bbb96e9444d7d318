import { liveHints } from '#shared/live.ts';
import { openStream } from './api.ts';
import { CallFailure } from './call-failure.ts';
import { eventParser, type StreamEvent } from './event-parser.ts';

/** Milliseconds without a byte after which a stream is taken for dead: the server says something every twenty seconds. */
const SILENT = 50_000;

/** Milliseconds that a stream must have lived for the next try to come at once. */
const STEADY = 30_000;

/** Longest pause between two tries, in milliseconds. */
const LONGEST = 60_000;

export interface KeptStream {
  signal: AbortSignal;
  /** Id of the last event received, here or in another tab. */
  lastId: () => string;
  onEvent: (event: StreamEvent) => void;
}

/**
 * Keeps a stream open until the signal ends it: when it breaks it is opened again, with what was missed.
 *
 * @returns when the signal ends it, or the gateway has no stream for this session: asking again would change nothing
 */
export async function keepStream(stream: KeptStream): Promise<void> {
  for (let failures = 0; !stream.signal.aborted; ) {
    const begun = Date.now();
    try {
      await readStream(stream);
    } catch (error) {
      const status = error instanceof CallFailure ? error.status : 0;
      if (status >= 400 && status < 500 && status !== 429) return;
    }
    failures = Date.now() - begun > STEADY ? 0 : failures + 1;
    await pause(Math.min(LONGEST, 1_000 * 2 ** failures) * Math.random(), stream.signal);
  }
}

async function readStream({ signal, lastId, onEvent }: KeptStream): Promise<void> {
  const dead = new AbortController();
  const ended = AbortSignal.any([signal, dead.signal]);
  let watch = 0;
  const alive = () => {
    window.clearTimeout(watch);
    watch = window.setTimeout(() => dead.abort(), SILENT);
  };
  try {
    alive();
    const query = lastId() === '' ? {} : { last_event_id: lastId() };
    const body = await openStream(liveHints, { query, signal: ended });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = eventParser(onEvent);
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      alive();
      parse(read.value);
    }
  } finally {
    window.clearTimeout(watch);
  }
}

/** Waits, but no longer than until the network is back or the page is looked at. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
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
