import { expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';

test('a reader receives every event and the end of the stream', async () => {
  const stream = new EventStream();
  stream.send('a.0');
  stream.send('a.1', '{"kind":"order","id":1}');
  stream.comment();
  stream.end();
  stream.send('a.2', 'late');
  const read = (await stream.body.toArray()).join('');
  expect(read).toBe('id: a.0\n\nid: a.1\ndata: {"kind":"order","id":1}\n\n:\n\n');
});

test('a reader that doesn’t read is disconnected before 64 KB are buffered', () => {
  const stream = new EventStream();
  const closed = new Promise((resolve) => stream.body.once('close', resolve));
  for (let n = 0; n < 10_000; n++) stream.send(`a.${n}`, 'x'.repeat(50));
  expect(stream.over).toBe(true);
  expect(stream.body.readableLength).toBeLessThan(70_000);
  return closed;
});
