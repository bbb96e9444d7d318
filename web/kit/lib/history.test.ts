import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '#test/services/fake-browser.ts';

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

test('navigation pushes, replaces and goes back', async () => {
  const { history, path } = await load();
  history.push('/envios?page=2');
  expect(history.entry().location).toMatchObject({ pathname: '/envios', search: '?page=2' });
  history.replace({ search: '?page=3' });
  expect(history.entry().location).toMatchObject({ pathname: '/envios', search: '?page=3' });
  history.go(-1);
  expect(path()).toBe('/ordenes');
});

test('coming back to the first page of the visit counts as a navigation', async () => {
  const { history } = await load();
  expect(history.entry().location.key).toBe('default');
  history.push('/envios');
  history.go(-1);
  expect(history.entry().location.key).not.toBe('default');
});

test('a link leaves unsaved changes only after the user confirms', async () => {
  const { history, path } = await load();
  history.push('/ordenes/nueva-orden');
  const confirmations: (() => void)[] = [];
  history.guard((go) => confirmations.push(go));
  history.push('/envios');
  expect(path()).toBe('/ordenes/nueva-orden');
  confirmations[0]?.();
  expect(path()).toBe('/envios');
});

test('"back" leaves unsaved changes, and changes the address, only after the user confirms', async () => {
  const { history, path } = await load();
  history.push('/ordenes/nueva-orden');
  const confirmations: (() => void)[] = [];
  const release = history.guard((go) => confirmations.push(go));
  history.go(-1);
  expect(path()).toBe('/ordenes/nueva-orden');
  expect(window.location.pathname).toBe('/ordenes/nueva-orden');
  confirmations[0]?.();
  expect(path()).toBe('/ordenes');
  history.push('/envios');
  release();
  confirmations.length = 0;
  history.go(-1);
  expect(confirmations).toEqual([]);
  expect(path()).toBe('/ordenes');
});

test('a new query of the page and an ended session need no confirmation', async () => {
  const { history, path } = await load();
  const ask = vi.fn();
  history.guard(ask);
  history.replace('/ordenes?page=2');
  history.force('/logout', { forced: true });
  expect(ask).not.toHaveBeenCalled();
  expect(path()).toBe('/logout');
});
