import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readZpl } from '#test/callers/read-zpl.ts';
import { labelData } from '#test/fixtures/label-fixture.ts';
import { renderLabels } from './label-worker.ts';

const batch = (count: number) => ({ labels: Array.from({ length: count }, () => labelData()), dotsPerMm: 8 });
const never = new AbortController().signal;

const count = async (file: Awaited<ReturnType<typeof renderLabels>>) => readZpl((await buffer(file)).toString()).length;

test('a client’s next file waits until the previous one is read, while other clients’ files are rendered', async () => {
  const first = await renderLabels(1, 'zpl', batch(3), never);
  let begun = false;
  const second = renderLabels(1, 'zpl', batch(2), never).finally(() => {
    begun = true;
  });
  // Its last labels are rendered after the first file.
  expect(await count(await renderLabels(2, 'zpl', batch(60), never))).toBe(60);
  expect(begun).toBe(false);
  expect(await count(first)).toBe(3);
  expect(await count(await second)).toBe(2);
});

test('a disconnected client frees its place while its file is rendered, waits or is unread', async () => {
  const [drawing, waiting] = [new AbortController(), new AbortController()];
  const first = await renderLabels(3, 'zpl', batch(500), drawing.signal);
  const second = renderLabels(3, 'zpl', batch(1), waiting.signal);
  const third = renderLabels(3, 'zpl', batch(4), never);
  waiting.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  drawing.abort();
  await expect(buffer(first)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await count(await third)).toBe(4);

  const unread = new AbortController();
  await renderLabels(3, 'zpl', batch(1), unread.signal);
  // A file of another client that is rendered after it.
  await count(await renderLabels(6, 'zpl', batch(1), never));
  unread.abort();
  expect(await count(await renderLabels(3, 'zpl', batch(5), never))).toBe(5);
});

test('twenty files of a client may wait; further ones are refused at once', async () => {
  const stop = new AbortController();
  const first = await renderLabels(4, 'zpl', batch(1), stop.signal);
  const line = Array.from({ length: 20 }, () => renderLabels(4, 'zpl', batch(1), stop.signal));
  await expect(renderLabels(4, 'zpl', batch(1), never)).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  stop.abort();
  expect((await Promise.allSettled(line)).every(({ status }) => status === 'rejected')).toBe(true);
  first.destroy();
});

test('a rendering error rejects before anything is sent', async () => {
  await expect(
    renderLabels(
      5,
      'pdf',
      { labels: [], settings: { size: 1, perPage: 1 }, options: { createdAt: new Date() } },
      never,
    ),
  ).rejects.toThrow('No labels to draw');
});
