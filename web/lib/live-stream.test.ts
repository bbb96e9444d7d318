import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '#test/fake-browser.ts';
import type { SseEvent } from './sse-parser.ts';

vi.useFakeTimers();
const browser = fakeBrowser();
Object.assign(window, { setTimeout, clearTimeout });
vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined });
const { streamWithReconnect } = await import('./live-stream.ts');

/** A stream that was asked for: the test is its server. */
interface Asked {
  url: URL;
  signal: AbortSignal;
  write(text: string): void;
  end(): void;
}

let asked: Asked[];
/** How the next requests are answered. */
let status: number;
let events: SseEvent[];
let leaving: AbortController;
let over: boolean;

function begin(): void {
  const lastId = () => events.at(-1)?.id ?? '';
  const kept = streamWithReconnect({ signal: leaving.signal, lastId, onEvent: (event) => events.push(event) });
  void kept.then(() => {
    over = true;
  });
}

/** Time in which everything that is due happens. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  asked = [];
  events = [];
  status = 200;
  over = false;
  leaving = new AbortController();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined));
    asked.push({
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
  leaving.abort();
  await pass(100_000);
  vi.restoreAllMocks();
});

const server = () => asked.at(-1) as Asked;

test('a stream that ends is opened again with the id of the last event', async () => {
  begin();
  await pass();
  expect([...server().url.searchParams]).toEqual([]);
  server().write('id: a.1\ndata: {"kind":"order","id":1}\n\n');
  await pass(40_000);
  server().end();
  await pass(1_000);
  expect(asked).toHaveLength(2);
  expect(server().url.searchParams.get('last_event_id')).toBe('a.1');
  expect(events).toEqual([{ id: 'a.1', data: '{"kind":"order","id":1}' }]);
});

test('while nobody answers it is asked ever more seldom, at last once a minute, and at once when the network is back', async () => {
  status = 0;
  begin();
  await pass();
  const seconds = [2, 4, 8, 16, 32, 60, 60];
  for (const [before, wait] of seconds.entries()) {
    await pass(wait * 1_000 - 1);
    expect(asked).toHaveLength(before + 1);
    await pass(1);
    expect(asked).toHaveLength(before + 2);
  }
  browser.emit('online');
  await pass();
  expect(asked).toHaveLength(seconds.length + 2);
});

test('a stream that has gone silent is hung up on and opened again', async () => {
  begin();
  await pass();
  for (let beats = 0; beats < 5; beats++) {
    await pass(20_000);
    server().write(':\n\n');
  }
  await pass(49_000);
  expect(server().signal.aborted).toBe(false);
  await pass(2_000);
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(asked).toHaveLength(2);
});

test.each([404, 403, 422])('a gateway that answers %i is not asked again', async (answer) => {
  status = answer;
  begin();
  await pass(300_000);
  expect([asked.length, over]).toEqual([1, true]);
});

test.each([429, 500, 503])('a gateway that answers %i is asked again', async (answer) => {
  status = answer;
  begin();
  await pass(2_000);
  expect([asked.length, over]).toEqual([2, false]);
});

test('nothing is asked after the end', async () => {
  begin();
  await pass();
  leaving.abort();
  await pass(300_000);
  expect([asked.length, over]).toEqual([1, true]);
});
