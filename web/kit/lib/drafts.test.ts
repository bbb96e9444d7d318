import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { type FakeBrowser, fakeBrowser } from '#test/services/fake-browser.ts';
import { draftKey, dropDrafts, dropExpiredDrafts, readDraft, writeDraft } from './drafts.ts';

const NOW = Date.parse('2026-03-10T13:42:00Z');
let browser: FakeBrowser;

beforeEach(() => {
  browser = fakeBrowser();
});
afterEach(() => vi.unstubAllGlobals());

test('a user gets a draft back for 24 hours', () => {
  const key = draftKey('sofia', 'nueva-orden');
  writeDraft(key, { at: NOW, values: { order_id: 'A-1' } });
  expect(readDraft(key, NOW + DAY_MS - 1)?.values).toEqual({ order_id: 'A-1' });
  expect(readDraft(key, NOW + DAY_MS)).toBeNull();
  expect(browser.storage.size).toBe(0);
});

test('no user can read the draft of another user, for any user names', () => {
  writeDraft(draftKey('a', 'b:nueva-orden'), { at: NOW, values: {} });
  expect(readDraft(draftKey('a:b', 'nueva-orden'), NOW)).toBeNull();
  dropDrafts('a:b');
  expect(browser.storage.size).toBe(1);
});

test('a stored value that isn’t a draft is ignored', () => {
  const key = draftKey('sofia', 'nueva-orden');
  for (const text of ['', 'null', '7', '{"at":"x"}', '{"at":1']) {
    browser.storage.set(key, text);
    expect(readDraft(key, NOW)).toBeNull();
  }
});

test('expired drafts of all users are deleted, other stored values stay', () => {
  writeDraft(draftKey('a', 'x'), { at: NOW - DAY_MS, values: {} });
  writeDraft(draftKey('b', 'x'), { at: NOW - 1, values: {} });
  browser.storage.set('theme', 'dark');
  dropExpiredDrafts(NOW);
  expect([...browser.storage.keys()]).toEqual([draftKey('b', 'x'), 'theme']);
});

test('blocked browser storage only loses the draft', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('blocked');
    },
  });
  expect(() => writeDraft('draft:a:x', { at: NOW, values: {} })).not.toThrow();
  expect(readDraft('draft:a:x', NOW)).toBeNull();
});
