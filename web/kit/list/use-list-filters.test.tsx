// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { MemoryRouter, useNavigate } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { type ListDefinition, useListFilters } from './filters.ts';

const definition: ListDefinition<'sku' | 'descripcion' | 'desde' | 'hasta'> = {
  list: 'productos',
  filters: { sku: 'sku', descripcion: 'description', desde: 'from_date', hasta: 'to_date' },
  days: { from: 'desde', to: 'hasta', message: 'No puede ser posterior a hasta.' },
};

const EMPTY = { sku: '', descripcion: '', desde: '', hasta: '' };

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
  expect(list.current.filters.values).toEqual({ ...EMPTY, sku: 'rem-', descripcion: 'vela' });
  act(() => void list.current.filters.search());
  expect(list.current.filters.applied).toEqual({ sku: 'rem-', descripcion: 'vela' });
});

test('what is typed while several searches begin stays, with its error', () => {
  const list = openList('/productos');
  act(() => {
    for (const [name, text] of [
      ['sku', 'rem-'],
      ['hasta', '2026-11-25'],
    ] as const) {
      flushSync(() => list.current.filters.set(name, text));
      flushSync(() => list.current.filters.set('desde', '2026-11-25'));
      flushSync(() => void list.current.filters.search());
    }
    flushSync(() => list.current.filters.set('hasta', '2020-01-01'));
    // The address changes later.
    expect(list.current.filters.applied).toEqual({});
  });
  expect(list.current.filters.applied).toEqual({ sku: 'rem-', desde: '2026-11-25', hasta: '2026-11-25' });
  expect(list.current.filters.values).toEqual({ ...EMPTY, sku: 'rem-', desde: '2026-11-25', hasta: '2020-01-01' });
  expect(list.current.filters.errors).toEqual({ desde: 'No puede ser posterior a hasta.' });
});

test('what is typed while filters are cleared or one is removed stays', () => {
  const list = openList('/productos?sku=rem-&descripcion=vela');
  act(() => {
    list.current.filters.apply({ sku: '' });
    list.current.filters.set('descripcion', 'velas');
  });
  expect(list.current.filters.values).toEqual({ ...EMPTY, descripcion: 'velas' });
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
