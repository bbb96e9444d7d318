// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listOrders } from '#shared/orders/orders.ts';
import { readToday, type Today } from '#shared/orders/pending.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { type FakeGatewayOptions, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';

const NOTHING = { total: 0, first: [] };
const named = (...numbers: string[]) =>
  numbers.map((order_id, id) => ({ id, order_id, tracking_id: `AR${id}`, receiver_name: 'Juan Paz' }));
const subjects = (...names: string[]) =>
  names.map((name, id) => ({ id, name, tracking_id: null, description: 'Juan Paz' }));
const COLLECTION = { at: '2026-09-09T13:00:00-03:00', days_left: 0, minutes_left: 90 };

const TODAY: Today = {
  is_new: false,
  print: { total: 12, first: named('W-1', 'W-2'), labels: 15, collection: COLLECTION },
  resolve: { total: 3, overdue: 1, first: subjects('W-3', 'W-4') },
  late: { total: 1, first: named('W-5') },
  pay: { total: 1000, first: named('W-6', 'W-7') },
  since_yesterday: { created: 2500, delivered: 7, failed: 2 },
};

async function open(today: Today, options: FakeGatewayOptions = {}) {
  const replies = [...(options.replies ?? []), reply(readToday, { results: today })];
  const portal = await openPortal('/estadisticas', { ...options, replies });
  await loaded(portal.container);
  return portal;
}

const panel = () => screen.getByRole('region', { name: 'Hoy' });
const tiles = () =>
  within(panel())
    .getAllByRole('heading')
    .map(({ parentElement }) => parentElement as HTMLElement);
const linkOf = (tile: HTMLElement | undefined) => {
  const link = within(tile as HTMLElement).getByRole('link');
  return [link.textContent, link.getAttribute('href')];
};

describe('Hoy', () => {
  test('shows each task as a number, the first two by name, and one button', async () => {
    await open(TODAY);
    expect(tiles().map(({ textContent }) => textContent)).toEqual([
      'Imprimir12 órdenes · 15 etiquetasColecta: hoy 13:00W-1 Juan PazW-2 Juan Pazy 10 másImprimir las 12 de hoy',
      'Resolver3 pendientes1 ya vencióW-3 Juan PazW-4 Juan Pazy 1 másResolver',
      'Demoradas1 ordenPasó la fecha prometidaW-5 Juan PazVer demoradas',
      'Pagar1.000+ órdenesNo salen hasta que las paguesW-6 Juan PazW-7 Juan Pazy 998+ másPagar',
      'Desde ayer2.500 órdenes creadas7 envíos entregados2 envíos con problemasVer órdenes',
    ]);
    expect(tiles().map(linkOf)).toEqual([
      ['Imprimir las 12 de hoy', '/ordenes?estado=por_imprimir&imprimir=1'],
      ['Resolver', '/pendientes?tipo=resolve'],
      ['Ver demoradas', '/ordenes?demoradas=1'],
      ['Pagar', '/ordenes?estado=pendiente_pago'],
      ['Ver órdenes', '/ordenes'],
    ]);
  });

  test('collapses what there is none of into one line', async () => {
    await open({ ...TODAY, resolve: { ...NOTHING, overdue: 0 }, late: NOTHING, pay: NOTHING });
    expect(tiles()).toHaveLength(2);
    expect(within(panel()).getByText('Sin nada en Resolver, Demoradas ni Pagar.')).toBeInTheDocument();
  });

  test('says that all is done in one sentence', async () => {
    const nothing = { ...NOTHING, labels: 0, collection: COLLECTION };
    await open({ ...TODAY, print: nothing, resolve: { ...NOTHING, overdue: 0 }, late: NOTHING, pay: null });
    expect(within(panel()).getByText('Todo en orden: no hay nada pendiente.')).toBeInTheDocument();
  });

  test('lacks the lines that a role with only reading can’t act on', async () => {
    await open({ ...TODAY, print: null, pay: null, resolve: { ...NOTHING, overdue: 0 } });
    expect(tiles().map((tile) => tile.querySelector('h2')?.textContent)).toEqual(['Demoradas', 'Desde ayer']);
    expect(within(panel()).getByText('Sin nada en Resolver.')).toBeInTheDocument();
  });

  test('is replaced by three first steps for a new client', async () => {
    const none = { total: 0, provinces_array: [] };
    const orders = { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 1 } };
    await open(
      { ...TODAY, is_new: true },
      { replies: [reply(shipmentTotals, { ...none, results: none }), reply(listOrders, orders)] },
    );
    expect(screen.queryByRole('region', { name: 'Hoy' })).toBeNull();
    const steps = within(screen.getByRole('list', { name: 'Primeros pasos' })).getAllByRole('link');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Revisá tu domicilio de colecta',
      'Creá tu primera orden',
      'Imprimí la etiqueta y pegala',
    ]);
  });

  test('is absent before a gateway without the call', async () => {
    const { received } = await open(TODAY, { settings: { strict: true } });
    expect(screen.queryByRole('region', { name: 'Hoy' })).toBeNull();
    expect(received.filter(({ endpoint }) => endpoint === readToday)).toEqual([]);
  });
});
