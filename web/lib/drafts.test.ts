import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '#test/fake-browser.ts';
import { draftKey, dropDrafts, dropExpiredDrafts, readDraft, writeDraft } from './drafts.ts';

const NOW = Date.parse('2026-03-10T13:42:00Z');
const DAY = 24 * 60 * 60 * 1000;
let browser: FakeBrowser;

beforeEach(() => {
  browser = fakeBrowser();
});
afterEach(() => vi.unstubAllGlobals());

test('a draft comes back to its user for 24 hours', () => {
  const key = draftKey('sofia', 'nueva-orden');
  writeDraft(key, { at: NOW, values: { order_id: 'A-1' } });
  expect(readDraft(key, NOW + DAY - 1)?.values).toEqual({ order_id: 'A-1' });
  expect(readDraft(key, NOW + DAY)).toBeNull();
  expect(browser.storage.size).toBe(0);
});

test('no user finds the draft of another, whatever the names', () => {
  writeDraft(draftKey('a', 'b:nueva-orden'), { at: NOW, values: {} });
  expect(readDraft(draftKey('a:b', 'nueva-orden'), NOW)).toBeNull();
  dropDrafts('a:b');
  expect(browser.storage.size).toBe(1);
});

test('what isn’t a draft is none', () => {
  const key = draftKey('sofia', 'nueva-orden');
  for (const text of ['', 'null', '7', '{"at":"x"}', '{"at":1']) {
    browser.storage.set(key, text);
    expect(readDraft(key, NOW)).toBeNull();
  }
});

test('old drafts of everybody go, the rest of storage stays', () => {
  writeDraft(draftKey('a', 'x'), { at: NOW - DAY, values: {} });
  writeDraft(draftKey('b', 'x'), { at: NOW - 1, values: {} });
  browser.storage.set('theme', 'dark');
  dropExpiredDrafts(NOW);
  expect([...browser.storage.keys()]).toEqual([draftKey('b', 'x'), 'theme']);
});

test('storage that throws is storage that forgets', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('blocked');
    },
  });
  expect(() => writeDraft('draft:a:x', { at: NOW, values: {} })).not.toThrow();
  expect(readDraft('draft:a:x', NOW)).toBeNull();
});
