// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useNavigate } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useListFilters } from './filters.ts';

const definition = { list: 'productos', filters: { sku: 'sku', descripcion: 'description' } };

const openList = (address: string) =>
  renderHook(() => ({ filters: useListFilters(definition), navigate: useNavigate() }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    ),
  }).result;

afterEach(cleanup);

test('a filter that is typed but not yet searched survives a change of page and of page size', () => {
  const list = openList('/productos');
  act(() => list.current.filters.set('sku', 'rem-'));
  act(() => list.current.filters.setPage(2));
  expect(list.current.filters.page).toBe(2);
  expect(list.current.filters.values.sku).toBe('rem-');
  act(() => list.current.filters.setLimit(50));
  expect(list.current.filters.values.sku).toBe('rem-');
  act(() => void list.current.filters.search());
  expect(list.current.filters.query).toEqual({ page: 1, limit: 50, filter: { sku: 'rem-' } });
});

test('what is typed while a search begins stays, and goes with the next one', () => {
  const list = openList('/productos');
  act(() => list.current.filters.set('sku', ' rem- '));
  act(() => {
    list.current.filters.search();
    list.current.filters.set('descripcion', 'vela');
  });
  expect(list.current.filters.applied).toEqual({ sku: 'rem-' });
  expect(list.current.filters.values).toEqual({ sku: 'rem-', descripcion: 'vela' });
  act(() => void list.current.filters.search());
  expect(list.current.filters.applied).toEqual({ sku: 'rem-', descripcion: 'vela' });
});

test('what is typed while filters are cleared or one is removed stays', () => {
  const list = openList('/productos?sku=rem-&descripcion=vela');
  act(() => {
    list.current.filters.apply({ sku: '' });
    list.current.filters.set('descripcion', 'velas');
  });
  expect(list.current.filters.values).toEqual({ sku: '', descripcion: 'velas' });
  act(() => list.current.filters.clear());
  act(() => list.current.filters.apply({ sku: 'rem-' }));
  act(() => {
    list.current.filters.clear();
    list.current.filters.set('descripcion', 'jarra');
  });
  expect(list.current.filters.applied).toEqual({});
  expect(list.current.filters.values.descripcion).toBe('jarra');
});

test('the form shows the filters of the address after going back', () => {
  const list = openList('/productos?sku=rem-');
  act(() => list.current.filters.apply({ sku: 'vela' }));
  expect(list.current.filters.values.sku).toBe('vela');
  act(() => list.current.navigate(-1));
  expect(list.current.filters.values.sku).toBe('rem-');
});
