import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { fakeBrowser } from '#test/services/fake-browser.ts';
import type { SseEvent } from './sse-parser.ts';

vi.useFakeTimers();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const browser = fakeBrowser();
Object.assign(window, { setTimeout, clearTimeout });
vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined });
// An earlier file may have left a timer of these modules.
vi.resetModules();
const { streamWithReconnect } = await import('./stream.ts');
const { setCredential } = await import('#web/kit/call/credential.ts');
const { clientCredential } = await import('#web/kit/call/client-credential.ts');
setCredential(clientCredential);

/** A requested stream, with the server's side of it for the test. */
interface OpenedStream {
  url: URL;
  signal: AbortSignal;
  write(text: string): void;
  end(): void;
}

let opened: OpenedStream[];
/** HTTP status of the next responses; 0 for no network. */
let status: number;
let events: SseEvent[];
let closing: AbortController;
let returned: boolean;

function begin(): void {
  const lastId = () => events.at(-1)?.id ?? '';
  const stream = streamWithReconnect({ signal: closing.signal, lastId, onEvent: (event) => events.push(event) });
  void stream.then(() => {
    returned = true;
  });
}

/** Advances the clock and runs the due timers. */
const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  opened = [];
  events = [];
  status = 200;
  returned = false;
  closing = new AbortController();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined));
    opened.push({
      url: new URL(url, 'http://portal'),
      signal,
      write: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined),
      end: () => void writer.close(),
    });
    if (status === 0) throw new TypeError('no network');
    return new Response(status === 200 ? readable : '{"message":"no"}', { status });
  });
});
afterEach(async () => {
  closing.abort();
  await advance(100_000);
  vi.restoreAllMocks();
});

const server = () => opened.at(-1) as OpenedStream;

test('a stream that ends is reopened with the id of the last event', async () => {
  begin();
  await advance();
  expect([...server().url.searchParams]).toEqual([]);
  server().write('id: a.1\ndata: {"kind":"order","id":1}\n\n');
  await advance(40_000);
  server().end();
  await advance(1_000);
  expect(opened).toHaveLength(2);
  expect(server().url.searchParams.get('last_event_id')).toBe('a.1');
  expect(events).toEqual([{ id: 'a.1', data: '{"kind":"order","id":1}' }]);
});

test('retries back off to at most one a minute, and start at once when the network is back', async () => {
  status = 0;
  begin();
  await advance();
  const seconds = [2, 4, 8, 16, 32, 60, 60];
  for (const [before, wait] of seconds.entries()) {
    await advance(wait * 1_000 - 1);
    expect(opened).toHaveLength(before + 1);
    await advance(1);
    expect(opened).toHaveLength(before + 2);
  }
  browser.emit('online');
  await advance();
  expect(opened).toHaveLength(seconds.length + 2);
});

test('a silent stream is closed and reopened', async () => {
  begin();
  await advance();
  for (let beats = 0; beats < 5; beats++) {
    await advance(20_000);
    server().write(':\n\n');
  }
  await advance(49_000);
  expect(server().signal.aborted).toBe(false);
  await advance(2_000);
  expect(opened[0]?.signal.aborted).toBe(true);
  expect(opened).toHaveLength(2);
});

test.each([404, 403, 422])('status %i ends the stream without a retry', async (answer) => {
  status = answer;
  begin();
  await advance(5 * MINUTE_MS);
  expect([opened.length, returned]).toEqual([1, true]);
});

test.each([429, 500, 503])('status %i is retried', async (answer) => {
  status = answer;
  begin();
  await advance(2_000);
  expect([opened.length, returned]).toEqual([2, false]);
});

test('no request is sent after the end', async () => {
  begin();
  await advance();
  closing.abort();
  await advance(5 * MINUTE_MS);
  expect([opened.length, returned]).toEqual([1, true]);
});

test('an ended stream returns at once and leaves no timer', async () => {
  begin();
  await advance();
  closing.abort();
  await advance();
  expect(returned).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
