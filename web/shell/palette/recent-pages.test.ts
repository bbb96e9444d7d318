import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '#test/services/fake-browser.ts';
import { clearRecentPages, recentPagesKey } from '#web/kit/lib/recent-pages-storage.ts';
import { addRecentPage, type RecentPage, readRecentPages } from './recent-pages.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = fakeBrowser();
});
afterEach(() => vi.unstubAllGlobals());

const row = (n: number): RecentPage => ({
  kind: 'order',
  to: `/ordenes/detalle/${n}`,
  label: `Orden ${n}`,
  detail: '',
});

test('the last six opened rows are kept, the latest first, each once', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) addRecentPage('sofia', row(n));
  expect(readRecentPages('sofia').map(({ label }) => label)).toEqual([3, 7, 6, 5, 4, 2].map((n) => `Orden ${n}`));
});

test('no user sees the rows of another, and a logout deletes them', () => {
  addRecentPage('sofia', row(1));
  addRecentPage('a:b', row(2));
  expect(readRecentPages('bruno')).toEqual([]);
  clearRecentPages('sofia');
  expect(readRecentPages('sofia')).toEqual([]);
  expect(readRecentPages('a:b')).toHaveLength(1);
});

test.each([
  'no JSON',
  'null',
  '{}',
  '[null, 1, "x", {}]',
  '[{"kind":"order","to":"https://example.com/","label":"x","detail":""}]',
  '[{"kind":"order","to":"//example.com/","label":"x","detail":""}]',
  '[{"kind":"action","to":"/logout","label":"x","detail":""}]',
])('an invalid stored value is ignored: %s', (text) => {
  browser.storage.set(recentPagesKey('sofia'), text);
  expect(readRecentPages('sofia')).toEqual([]);
});
