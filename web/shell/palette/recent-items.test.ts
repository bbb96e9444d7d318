import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '#test/services/fake-browser.ts';
import { clearRecentItems, recentItemsKey } from '#web/kit/lib/recent-items-storage.ts';
import { addRecentItem, type RecentItem, readRecentItems } from './recent-items.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = fakeBrowser();
});
afterEach(() => vi.unstubAllGlobals());

const item = (n: number): RecentItem => ({
  kind: 'order',
  to: `/ordenes/detalle/${n}`,
  label: `Orden ${n}`,
  detail: '',
});

test('the last six opened items are kept, the latest first, each once', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) addRecentItem('sofia', item(n));
  expect(readRecentItems('sofia').map(({ label }) => label)).toEqual([3, 7, 6, 5, 4, 2].map((n) => `Orden ${n}`));
});

test('no user sees the items of another, and a logout deletes them', () => {
  addRecentItem('sofia', item(1));
  addRecentItem('a:b', item(2));
  expect(readRecentItems('bruno')).toEqual([]);
  clearRecentItems('sofia');
  expect(readRecentItems('sofia')).toEqual([]);
  expect(readRecentItems('a:b')).toHaveLength(1);
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
  browser.storage.set(recentItemsKey('sofia'), text);
  expect(readRecentItems('sofia')).toEqual([]);
});
