// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import * as calls from '#shared/money/staff-charges.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { setTime } from '#test/screens/surroundings.ts';
import { alertAppears } from '#test/screens/typing.ts';

const sums = { parcels: 3, frozen: 30_000.5, adjustment: 1200, net: 25_785.54, tax: 5414.96, total: 31_200.5 };
const PAGE = { page: 1, pages: 1, total: 1, limit: 50 };
const MONTH = reply(calls.listCharges, {
  month: '2026-11',
  sums,
  pagination: PAGE,
  results: [
    { client_id: 7, nombre_empresa: 'Mates del Sur', razon_social: 'Mates del Sur S.A.', cuit: '30708355921', ...sums },
  ],
});
const charge = {
  shipment_id: '6WX152QE0QQ-1',
  tracking_id: '6WX152QE0QQ',
  order_id: 'P-1',
  collected_on: '2026-11-05',
  tariff: { id: 3, valid_from: '2026-10-01' },
  frozen: 10_000,
  adjustment: 1200,
  net: 9256.2,
  tax: 1943.8,
  total: 11_200,
  paid: true,
  reasons: ['Cambio de domicilio: de Centro a Noroeste'],
};
const OF_CLIENT = reply(calls.listClientCharges, {
  month: '2026-11',
  client: { client_id: 7, nombre_empresa: 'Mates del Sur', cuit: '30708355921' },
  sums: { ...sums, paid: 10_000 },
  pagination: PAGE,
  results: [charge],
});
const shown = (text: string) => text.replace(/\u00a0/g, ' ');

test('a month is chosen, and its clients are walked through by keyboard up to a shipment', async () => {
  setTime('2026-11-26T12:00:00Z');
  const { container, user, received } = await openConsole('/consola/cobros', {
    replies: [loggedIn('finance'), MONTH, OF_CLIENT],
  });
  const { startShortcuts } = await import('#web/kit/lib/shortcuts.ts');
  onTestFinished(startShortcuts());
  const row = await screen.findByRole('row', { name: /Mates del Sur/ });
  expect(shown(row.textContent ?? '')).toContain('$ 25.785,54$ 5.414,96$ 31.200,50');
  expect(screen.getByText('Los clientes están por nombre de empresa.')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Mes'), 'octubre de 2026');
  expect(window.location.search).toBe('?mes=2026-10');
  expect(received.some(({ url }) => url.search.includes('2026-10'))).toBe(true);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('j{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Cobros de Mates del Sur' });
  expect(window.location.pathname + window.location.search).toBe('/consola/cobros/7?mes=2026-10');
  const shipment = await screen.findByRole('row', { name: /6WX152QE0QQ-1/ });
  expect(shipment).toHaveTextContent('Cambio de domicilio: de Centro a Noroeste');
  expect(shown(shipment.textContent ?? '')).toContain('$ 9.256,20$ 1.943,80$ 11.200,00');
  expect(screen.getByText('Los envíos están por fecha de retiro, del primero al último.')).toBeVisible();
  expect(shown(container.textContent ?? '')).toContain('Falta cobrar$ 21.200,50');
  expect(within(shipment).getByRole('link')).toHaveAttribute('href', '/consola/envio/6WX152QE0QQ-1');
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test.each([
  ['/consola/cobros?mes=2026-11', calls.exportCharges],
  ['/consola/cobros/7?mes=2026-11', calls.exportClientCharges],
] as const)('the file of %s is of its month, and a refusal is shown', async (address, call) => {
  const { user, received } = await openConsole(address, {
    replies: [loggedIn('finance'), MONTH, OF_CLIENT, refuse(call, 429, 'Probá de nuevo en un minuto')],
  });
  await user.click(await screen.findByRole('button', { name: 'Descargar el mes (CSV)' }));
  await alertAppears('Probá de nuevo en un minuto');
  expect(received.findLast(({ endpoint }) => endpoint === call)?.query).toEqual({ 'filter[month]': '2026-11' });
});

test('a month without collected shipments says why it is empty', async () => {
  const empty = reply(calls.listCharges, {
    month: '2026-11',
    sums: { parcels: 0, frozen: 0, adjustment: 0, net: 0, tax: 0, total: 0 },
    results: [],
    pagination: { ...PAGE, total: 0 },
  });
  await openConsole('/consola/cobros?mes=2026-11', { replies: [loggedIn('admin'), empty] });
  expect(await screen.findByText(/Ningún envío se retiró en noviembre de 2026/)).toBeVisible();
});

test('a client that doesn’t exist is named as such', async () => {
  await openConsole('/consola/cobros/99', {
    replies: [loggedIn('finance'), refuse(calls.listClientCharges, 404, 'No encontramos lo que buscás')],
  });
  expect(await screen.findByText('El cliente no existe')).toBeVisible();
});

test.each(['/consola/cobros', '/consola/cobros/7'])('%s tells others who may see it', async (path) => {
  const { received } = await openConsole(path, { replies: [loggedIn('operations')] });
  expect(await screen.findByText(/Operación.*ver los cobros/)).toBeVisible();
  expect(received.filter(({ url }) => url.pathname.includes('charge'))).toEqual([]);
});
