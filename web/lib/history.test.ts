import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '#test/fake-browser.ts';

async function load() {
  const { history, startHistory } = await import('./history.ts');
  startHistory();
  return { history, path: () => history.entry().location.pathname };
}

beforeEach(() => {
  vi.resetModules();
  fakeBrowser('/ordenes');
});
afterEach(() => vi.unstubAllGlobals());

test('pages are pushed, replaced and gone back to', async () => {
  const { history, path } = await load();
  history.push('/envios?page=2');
  expect(history.entry().location).toMatchObject({ pathname: '/envios', search: '?page=2' });
  history.replace({ search: '?page=3' });
  expect(history.entry().location).toMatchObject({ pathname: '/envios', search: '?page=3' });
  history.go(-1);
  expect(path()).toBe('/ordenes');
});

test('the entry where the visit began counts as arrived at once somebody comes back to it', async () => {
  const { history } = await load();
  expect(history.entry().location.key).toBe('default');
  history.push('/envios');
  history.go(-1);
  expect(history.entry().location.key).not.toBe('default');
});

test('unsaved changes hold a link until the person agrees', async () => {
  const { history, path } = await load();
  history.push('/ordenes/nueva-orden');
  const asked: (() => void)[] = [];
  history.guard((go) => asked.push(go));
  history.push('/envios');
  expect(path()).toBe('/ordenes/nueva-orden');
  asked[0]?.();
  expect(path()).toBe('/envios');
});

test('unsaved changes hold the way back as well, and the address with it', async () => {
  const { history, path } = await load();
  history.push('/ordenes/nueva-orden');
  const asked: (() => void)[] = [];
  const release = history.guard((go) => asked.push(go));
  history.go(-1);
  expect(path()).toBe('/ordenes/nueva-orden');
  expect(window.location.pathname).toBe('/ordenes/nueva-orden');
  asked[0]?.();
  expect(path()).toBe('/ordenes');
  history.push('/envios');
  release();
  asked.length = 0;
  history.go(-1);
  expect(asked).toEqual([]);
  expect(path()).toBe('/ordenes');
});

test('another query of the same page is no leaving, and a session that ended asks nobody', async () => {
  const { history, path } = await load();
  const ask = vi.fn();
  history.guard(ask);
  history.replace('/ordenes?page=2');
  history.force('/logout', { forced: true });
  expect(ask).not.toHaveBeenCalled();
  expect(path()).toBe('/logout');
});
