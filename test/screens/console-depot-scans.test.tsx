// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as stock from '#shared/ops/stock.ts';
import { one, open, STOCK } from './depot-floor.ts';
import { reply } from './fake-gateway.ts';
import { axeViolations } from './open-portal.tsx';
import { field } from './typing.ts';

test('products are scanned one after the other to be counted, also from the field of the units', async () => {
  const { user, received } = await open('conteo?cliente=7', STOCK);
  const search = await screen.findByLabelText('SKU o código de barras');
  await user.click(search);
  await user.keyboard('7790001001238{Enter}036000291452{Enter}');
  expect(search).toHaveValue('036000291452');
  const units = await screen.findByLabelText('Unidades contadas de MATE-1, lote L1');
  await user.click(units);
  await user.keyboard('7790001001238{Enter}');
  expect(search).toHaveValue('7790001001238');
  expect(search).toHaveFocus();
  expect(field('Unidades contadas de MATE-1, lote L1')).toHaveValue('');
  await waitFor(() => expect(received.at(-1)?.query).toMatchObject({ 'filter[sku]': '7790001001238' }));
});

const EANS = ['036000291452', '7790001001238'];

test.each([
  ['the field of the units', EANS, async () => (await screen.findByLabelText(/^Unidades contadas de MATE-1/)).focus()],
  ['no field', [...EANS, '99999'], () => (document.activeElement as HTMLElement).blur()],
  ['the search itself', [...EANS, '99999'], () => undefined],
])('each scanned product replaces the search, with the focus in %s', async (_where, codes, leave) => {
  const { user } = await open('conteo?cliente=7', STOCK);
  const search = await screen.findByLabelText('SKU o código de barras');
  await user.click(await screen.findByLabelText('Unidades contadas de MATE-1, lote L1'));
  await user.keyboard('7790001001238{Enter}');
  for (const code of codes) {
    await leave();
    await user.keyboard(`${code}{Enter}`);
    expect(search).toHaveValue(code);
  }
  expect(await screen.findByLabelText('Unidades contadas de MATE-1, lote L1')).toHaveValue('');
});

test.each([
  ['99999', 'El cliente no tiene stock de 99999', /^Revisá el código/],
  ['7790001001239', 'El cliente no tiene stock de 7790001001239', /revisá el último dígito/],
])('a search for %s, which no lot has, says what to check', async (code, title, text) => {
  const none = reply(stock.clientStock, { results: [], pagination: { ...one, total: 0 } });
  const { container, user } = await open('conteo?cliente=7', none);
  expect(await screen.findByText('Los lotes aparecen acá con el primer ingreso.')).toBeVisible();
  await user.type(field('SKU o código de barras'), code);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText('Los lotes aparecen acá con el primer ingreso.')).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});
