// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listClients } from '#shared/people/staff-clients.ts';
import { pickingList } from '#shared/warehouse/staff-picking.ts';
import * as stock from '#shared/warehouse/staff-stock.ts';
import * as returns from '#shared/warehouse/staff-stock-return.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { newLabel } from '#test/screens/orders/shipments/console-events.ts';
import { CLIENT } from '#test/screens/people/console-clients.ts';
import { withFakeTimers } from '#test/screens/surroundings.ts';
import { alertAppears, bodiesOf, button, dialog, field, write } from '#test/screens/typing.ts';
import { CLIENTS, LOT, one, open, row, STOCK, scan } from './warehouse-floor.ts';

test('goods are scanned into one receipt for each lot, and a refused one is corrected', async () => {
  const { container, user, received } = await open(
    'ingresos?cliente=7',
    reply(stock.clientStock, { results: [], pagination: { ...one, total: 0 } }),
    reply(stock.recordReceipts, ({ body }) => ({
      results: (body as { receipts: { receipt_id: string; sku: string }[] }).receipts.map(({ receipt_id, sku }) =>
        sku === 'MATE1'
          ? { receipt_id, sku, result: 'refused', reason: '¿Quisiste decir «MATE-1»?' }
          : { receipt_id, sku, result: 'recorded', reason: null },
      ),
    })),
  );
  await scan('SKU o código de barras', 'MATE-1');
  expect(screen.getByRole('alert')).toHaveTextContent('Escribí primero el lote');
  write('Lote', 'L1');
  await scan('SKU o código de barras', 'MATE-1', 'mate-1', 'MATE1');
  expect(row(/MATE-1/)).toHaveTextContent('2');
  await user.click(button('Registrar 2 ingresos'));
  await screen.findByText('¿Quisiste decir «MATE-1»?');
  expect(row(/MATE-1\s*Escaneado/)).toHaveTextContent('Registrado');
  expect(await axeViolations(container)).toEqual([]);
  expect(bodiesOf(received, stock.recordReceipts)).toMatchObject([
    {
      receipts: [
        { sku: 'MATE-1', lot: 'L1', units: 2 },
        { sku: 'MATE1', units: 1 },
      ],
    },
  ]);
  await user.click(button('Corregir MATE1'));
  expect(field('SKU o código de barras')).toHaveValue('MATE1');
  // The refused row stays until its correction is scanned.
  expect(screen.getByText('¿Quisiste decir «MATE-1»?')).toBeVisible();
  await scan('SKU o código de barras', 'MATE-2');
  expect(screen.queryByText('¿Quisiste decir «MATE-1»?')).toBeNull();
  expect(row(/MATE-2/)).toHaveTextContent('Lista');
});

/** Registers all receipts. 7790001001238 is the bar code of MATE-3. */
const RECORDED = reply(stock.recordReceipts, ({ body }) => ({
  results: (body as { receipts: { receipt_id: string; sku: string }[] }).receipts.map(({ receipt_id, sku }) => ({
    receipt_id,
    sku: sku === '7790001001238' ? 'MATE-3' : sku,
    result: 'recorded',
    reason: null,
  })),
}));

test('a row that is registered while it is corrected stays in the list beside its correction', async () => {
  const { user } = await open('ingresos?cliente=7', RECORDED);
  await screen.findByLabelText('SKU o código de barras');
  write('Lote', 'L1');
  await scan('SKU o código de barras', 'MATE-1');
  await user.click(button('Corregir MATE-1'));
  await user.click(button('Registrar 1 ingreso'));
  await waitFor(() => expect(row(/MATE-1/)).toHaveTextContent('Registrado'));
  await scan('SKU o código de barras', 'MATE-2');
  expect(row(/MATE-1/)).toHaveTextContent('Registrado');
  expect(row(/MATE-2/)).toHaveTextContent('Lista');
});

test('goods that are scanned by their bar code are listed by their SKU once they are registered', async () => {
  const { user } = await open('ingresos?cliente=7', RECORDED);
  await screen.findByLabelText('SKU o código de barras');
  write('Lote', 'L1');
  await scan('SKU o código de barras', '7790001001238');
  await user.click(button('Registrar 1 ingreso'));
  await waitFor(() => expect(row(/MATE-3/)).toHaveTextContent('Registrado'));
});

test('receipts whose answer is lost are sent again with the same ids', async () => {
  let lost = true;
  const { user, received } = await open('ingresos?cliente=7', {
    endpoint: stock.recordReceipts,
    respond: ({ body }) => {
      if (lost) throw new TypeError('no network');
      const { receipts } = body as { receipts: { receipt_id: string }[] };
      const results = receipts.map(({ receipt_id }) => ({ receipt_id, result: 'repeated', reason: null }));
      return new Response(JSON.stringify({ results }));
    },
  });
  await screen.findByLabelText('SKU o código de barras');
  write('Lote', 'L1');
  await scan('SKU o código de barras', 'MATE-1');
  await user.click(button('Registrar 1 ingreso'));
  await screen.findByText('Sin respuesta');
  lost = false;
  await user.click(button('Registrar 1 ingreso'));
  await screen.findByText('Ya estaba registrado');
  const [first, second] = bodiesOf(received, stock.recordReceipts);
  expect(second).toEqual(first);
});

test('a count shows its difference, needs a reason, survives a reload, and says why it was refused', async () => {
  const refusal = 'El stock cambió mientras contabas: había 5 y ahora hay 4. Contá de nuevo';
  const count = reply(stock.recordCounts, ({ body }) => ({
    results: (body as { counts: { count_id: string }[] }).counts.map(({ count_id }) => ({
      count_id,
      result: 'refused',
      difference: -2,
      reason: refusal,
    })),
  }));
  const first = await open('conteo?cliente=7', STOCK, count);
  await screen.findByLabelText('Unidades contadas de MATE-1, lote L1');
  expect(row(/MATE-1/)).toHaveTextContent('Vencido');
  write('Unidades contadas de MATE-1, lote L1', '3');
  expect(row(/MATE-1/)).toHaveTextContent('-2');
  expect(row(/MATE-1/)).toHaveTextContent('Escribí el motivo de la diferencia');
  expect(button('Registrar conteo')).toHaveAccessibleDescription(/Ningún conteo está listo/);
  write('Motivo de la diferencia de MATE-1, lote L1', 'Rotura');
  expect(await axeViolations(first.container)).toEqual([]);
  first.container.remove();
  const { user, received } = await open('conteo?cliente=7', STOCK, count);
  await waitFor(() => expect(field('Unidades contadas de MATE-1, lote L1')).toHaveValue('3'));
  await user.click(button('Registrar conteo'));
  await screen.findAllByText(refusal);
  expect(field('Motivo de la diferencia de MATE-1, lote L1')).toHaveValue('Rotura');
  expect(bodiesOf(received, stock.recordCounts)).toMatchObject([
    { counts: [{ sku: 'MATE-1', lot: 'L1', expected: 5, counted: 3, reason: 'Rotura' }] },
  ]);
  expect(button('Registrar conteo')).toHaveAccessibleDescription(/Ningún conteo está listo/);
});

test('a picking list is sorted by position or SKU, printed, and leaves out orders that no longer wait', async () => {
  const line = (shelf: string, sku: string) => ({
    client_id: 7,
    company: 'Mates del Sur',
    shelf,
    sku,
    description: sku,
    lot: 'L1',
    expiry: null,
    units: 2,
    orders: [{ client_id: 7, id: 1, order_id: 'W-1', units: 2 }],
  });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { container, user } = await open(
    'lista?pedidos=7-1,7-2',
    reply(pickingList, { results: [line('A-1', 'YERBA'), line('B-1', 'BOMBILLA')] }),
  );
  await screen.findByText('W-1: 2', { selector: 'tr:nth-child(1) td' });
  expect(screen.getByText(/1 pedido ya no espera preparación/)).toBeVisible();
  const skus = () => screen.getAllByRole('row').flatMap(({ textContent }) => /YERBA|BOMBILLA/.exec(textContent) ?? []);
  expect(skus()).toEqual(['YERBA', 'BOMBILLA']);
  await user.click(button('Por SKU'));
  expect(skus()).toEqual(['BOMBILLA', 'YERBA']);
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Imprimir'));
  expect(print).toHaveBeenCalledOnce();
});

test('a returned shipment gives the chosen units back, and says when it can’t', async () => {
  const label = newLabel();
  let shipment: returns.StockReturn = {
    shipment_id: label,
    client_id: 7,
    company: 'Mates del Sur',
    state: 'Devuelto al Remitente',
    lots: [{ sku: 'MATE-1', description: 'Mate', lot: 'L1', expiry: null, units: 3 }],
    returned_at: null,
    returned: null,
    note: '',
    refusal: null,
  };
  const { container, user, received } = await open(
    'devoluciones',
    reply(returns.readStockReturn, () => ({ results: shipment })),
    reply(returns.recordStockReturn, () => {
      const returned = [{ sku: 'MATE-1', lot: 'L1', units: 2 }];
      const refusal = 'Las unidades de este envío volvieron al stock el 26/11/2026 10:00';
      shipment = { ...shipment, refusal, returned, note: 'Una llegó rota' };
      return { message: 'Las unidades volvieron al stock', results: shipment };
    }),
  );
  await scan('Etiqueta del envío devuelto', 'nada');
  expect(screen.getByRole('alert')).toHaveTextContent('no es una etiqueta');
  await scan('Etiqueta del envío devuelto', label.toLowerCase());
  await screen.findByLabelText('Unidades de MATE-1, lote L1, que vuelven');
  write('Unidades de MATE-1, lote L1, que vuelven', '4');
  expect(button('Devolver al stock')).toHaveAccessibleDescription('Del envío salieron 3: no pueden volver 4');
  write('Unidades de MATE-1, lote L1, que vuelven', '3');
  expect(screen.queryByLabelText(/^Por qué no vuelven todas/)).toBeNull();
  write('Unidades de MATE-1, lote L1, que vuelven', '2');
  await user.type(screen.getByLabelText(/^Por qué no vuelven todas/), 'Una llegó rota');
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Devolver al stock'));
  const asked = await dialog('¿Devolver al stock 2 unidades?');
  expect(asked).toHaveTextContent('1 unidad queda afuera');
  await user.click(button('Devolver al stock', asked));
  await alertAppears('Las unidades volvieron al stock');
  expect(bodiesOf(received, returns.recordStockReturn)).toEqual([
    { units: [{ sku: 'MATE-1', lot: 'L1', units: 2, expiry: '' }], note: 'Una llegó rota' },
  ]);
  await screen.findByText(/volvieron al stock el 26\/11\/2026/);
  expect(screen.getByRole('row', { name: /^MATE-1 2 al lote L1/ })).toBeVisible();
  expect(screen.getByText('1 unidad no volvió al stock: Una llegó rota')).toBeVisible();
  expect(screen.queryByLabelText(/que vuelven$/)).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  [
    'says that nothing came back',
    { returned: [], note: 'Todas rotas' },
    /^3 unidades no volvieron al stock: Todas rotas/,
  ],
  ['of a node without these fields is shown as before', { returned: undefined, note: undefined }, /volvió el 26\/11/],
])('a return that %s', async (_what, fields, text) => {
  const label = newLabel();
  const shipment = {
    shipment_id: label,
    client_id: 7,
    company: 'Mates del Sur',
    state: 'Devuelto al Remitente',
    lots: [{ sku: 'MATE-1', description: 'Mate', lot: 'L1', expiry: null, units: 3 }],
    returned_at: '2026-11-26T10:00:00-03:00',
    refusal: 'Este envío volvió el 26/11',
    ...fields,
  } as returns.StockReturn;
  await open(`devoluciones?etiqueta=${label}`, reply(returns.readStockReturn, { results: shipment }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Unidades que volvieron al stock' })).toBeNull();
});

test('clients to choose from that can’t be read are named, and read again', async () => {
  const replies = [loggedIn('operations'), refuse(listClients, 503, 'Probá en un rato')];
  await withFakeTimers(async () => {
    await openConsole('/consola/deposito/ingresos', { replies });
    await waitFor(() => expect(field('Cliente')).toHaveAccessibleDescription('Probá en un rato'));
    replies[1] = CLIENTS;
    await act(() => vi.advanceTimersByTimeAsync(6000));
    await screen.findByRole('option', { name: CLIENT.nombre_empresa });
    expect(field('Cliente')).not.toHaveAccessibleDescription();
  });
});

test('what expires is filtered by client and mark', async () => {
  const { container, user, received } = await open(
    'vencimientos',
    reply(stock.expiringStock, {
      results: [{ ...LOT, client_id: 7, company: 'Mates del Sur', status: 'Vencido' }],
      pagination: one,
    }),
  );
  expect(await screen.findByRole('row', { name: /MATE-1/ })).toHaveTextContent('Mates del Sur');
  await user.selectOptions(field('Estado'), 'Vencidos');
  await waitFor(() => expect(received.at(-1)?.query).toMatchObject({ 'filter[status]': 'Vencido' }));
  expect(window.location.search).toBe('?estado=Vencido');
  expect(await axeViolations(container)).toEqual([]);
});
