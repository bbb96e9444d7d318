import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseParser, type SseEvent } from './sse-parser.ts';

const STREAM =
  'id: a.0\n\nid: a.1\ndata: {"kind":"order","id":1}\n\n:\n\nid: a.2\ndata: {"kind":"product","id":null}\n\n';
const EVENTS: SseEvent[] = [
  { id: 'a.0', data: '' },
  { id: 'a.1', data: '{"kind":"order","id":1}' },
  { id: 'a.1', data: '' },
  { id: 'a.2', data: '{"kind":"product","id":null}' },
];

test('events are parsed wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 10 }), (cuts) => {
      const events: SseEvent[] = [];
      const parse = createSseParser((event) => events.push(event));
      const at = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
      for (const [index, from] of at.entries()) parse(STREAM.slice(from, at[index + 1]));
      expect(events).toEqual(EVENTS);
    }),
  );
});

test('an incomplete event is not delivered', () => {
  const events: SseEvent[] = [];
  createSseParser((event) => events.push(event))('id: a.1\ndata: {"kind":"order","id":1}\n');
  expect(events).toEqual([]);
});
