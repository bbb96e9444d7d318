// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as stock from '#shared/warehouse/staff-stock.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { button, field, write } from '#test/screens/typing.ts';
import { LOT, one, open, row, STOCK, scan } from './warehouse-floor.ts';

// A scanner's keys follow each other at once, however busy the machine is.
beforeEach(() => void vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(0));

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

const EAN = '7790001001238';

/** Registers receipts: `EAN` is the bar code of MATE-1, and the catalogue has no other code. */
const RECORDED = reply(stock.recordReceipts, ({ body }) => ({
  results: (body as { receipts: { receipt_id: string; sku: string }[] }).receipts.map(({ receipt_id, sku }) =>
    sku === EAN || sku === 'NUEVO'
      ? {
          receipt_id,
          sku: sku === EAN ? 'MATE-1' : sku,
          description: sku === EAN ? 'Mate' : 'Termo',
          result: 'recorded' as const,
          reason: null,
        }
      : { receipt_id, sku, description: null, result: 'refused' as const, reason: `El código «${sku}» no está` },
  ),
}));

/** The client's stock, which has lots of MATE-1 alone. */
const MATES = reply(stock.clientStock, ({ query }) =>
  [EAN, 'MATE-1'].includes(query['filter[sku]'] ?? '')
    ? { results: [LOT], pagination: one }
    : { results: [], pagination: { ...one, total: 0 } },
);

async function openReceipts() {
  const opened = await open('ingresos?cliente=7', RECORDED, MATES);
  await screen.findByLabelText('SKU o código de barras');
  write('Lote', 'L1');
  return opened;
}

test('a scanned code is named at once by the stock, and after it is registered by its SKU', async () => {
  const { user, received } = await openReceipts();
  await scan('SKU o código de barras', EAN, EAN, 'NUEVO');
  await waitFor(() => expect(row(/^MATE-1/)).toHaveTextContent(`MATE-1MateEscaneado: ${EAN}`));
  expect(row(/^NUEVO/)).toHaveTextContent('Sin stock hasta ahora');
  expect(received.filter(({ endpoint }) => endpoint === stock.clientStock)).toHaveLength(2);
  await user.click(button('Registrar 2 ingresos'));
  await waitFor(() => expect(row(/^NUEVO/)).toHaveTextContent('NUEVOTermoEscaneado'));
  expect(row(/^MATE-1/)).toHaveTextContent('MATE-1Mate');
  expect(row(/^MATE-1/)).toHaveTextContent('Registrado');
  expect(screen.queryByText(/Sin stock hasta ahora/)).toBeNull();
});

test('a scanned code with a wrong check digit says so before it is sent, and one that nobody has is refused by its name', async () => {
  const { container, user } = await openReceipts();
  await scan('SKU o código de barras', '7790001001239', '99999');
  await waitFor(() => expect(row(/^7790001001239/)).toHaveTextContent('Revisá el último dígito'));
  expect(row(/^99999/)).not.toHaveTextContent('dígito');
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Registrar 2 ingresos'));
  await screen.findByText('El código «99999» no está');
  expect(button('Registrar ingresos')).toHaveAccessibleDescription('Ningún ingreso está listo');
});
