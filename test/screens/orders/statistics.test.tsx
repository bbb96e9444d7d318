// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { listShipments } from '#shared/orders/shipments.ts';
import { readDeliveryResults, type Statistics, shipmentTotals } from '#shared/orders/statistics.ts';
import { type ReceivedRequest, refuse, reply } from '#test/screens/fake-gateway.ts';
import { requestsOf } from '#test/screens/list-page.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { setTime, setTimeZone } from '#test/screens/surroundings.ts';
import { orderRow, pageOf } from './order-replies.ts';

const SCREEN = '/estadisticas';

/** Builds the gateway's counts of shipments by province. */
function totals(counts: Record<string, number>): { results: Statistics } & Statistics {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const provinces_array = Object.entries(counts).map(([name, count]) => ({
    name,
    total: count,
    percentage: Math.round((10_000 * count) / total) / 100,
  }));
  return { total, provinces_array, results: { total, provinces_array } };
}

const MANY = totals({ 'Buenos Aires': 500, Córdoba: 300, Atlántida: 180, Chaco: 8, Formosa: 7, Jujuy: 5 });
const manyProvinces = { replies: [reply(shipmentTotals, MANY)] };

/** Returns the periods in the requests. */
const periods = (received: readonly ReceivedRequest[]) =>
  received
    .filter(({ endpoint }) => endpoint === shipmentTotals)
    .map(({ query }) => [query['filter[from_date]'], query['filter[to_date]']]);

const button = (name: string) => screen.getByRole('button', { name });
const day = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, text: string) => fireEvent.change(day(name), { target: { value: text } });
const legend = () => screen.getByRole('list', { name: 'Referencias del gráfico' });
/** Text in the middle of the ring: a share or a count, with its label. */
const middle = (container: HTMLElement) => container.querySelector('figure p')?.textContent;

describe('The statistics', () => {
  test('show this month by default, with its total and its provinces', async () => {
    setTime('2026-03-31T12:00:00-03:00');
    const { container, received } = await openPortal(SCREEN, manyProvinces);
    await loaded(container);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Estadísticas');
    expect(screen.getByRole('heading', { name: 'Cantidad de Envíos' })).toBeInTheDocument();
    expect(screen.getByText('Del 01/03/2026 al 31/03/2026')).toBeInTheDocument();
    const table = within(screen.getByRole('region', { name: 'Envíos por provincia' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Provincia',
      '%',
      'Envíos',
    ]);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('1.000');
    expect(periods(received)).toEqual([['2026-03-01', '2026-03-31']]);
  });

  test('go back one, two and three months by shortcuts, and keep the range on a reload', async () => {
    setTime('2026-03-31T12:00:00-03:00');
    const { container, user, received } = await openPortal(SCREEN, manyProvinces);
    await loaded(container);
    for (const name of ['Último mes', 'Últimos 2 meses', 'Últimos 3 meses']) await user.click(button(name));
    await waitFor(() =>
      expect(periods(received).slice(1)).toEqual([
        ['2026-02-28', '2026-03-31'],
        ['2026-01-31', '2026-03-31'],
        ['2025-12-31', '2026-03-31'],
      ]),
    );
    expect(screen.getByText('Del 31/12/2025 al 31/03/2026')).toBeInTheDocument();
    cleanup();
    const reloaded = await openPortal(window.location.pathname + window.location.search, manyProvinces);
    expect(periods(reloaded.received)).toEqual([['2025-12-31', '2026-03-31']]);
    expect(button('Últimos 3 meses')).toHaveAttribute('aria-pressed', 'true');
  });

  test('accept two chosen days, and refuse an invalid range', async () => {
    const { container, user, received } = await openPortal(SCREEN, manyProvinces);
    await loaded(container);
    expect(screen.queryByRole('textbox', { name: 'Desde' })).toBeNull();
    await user.click(button('Seleccionar Fechas'));
    type('Desde', '');
    type('Hasta', '');
    await user.click(button('Actualizar'));
    expect(day('Desde')).toHaveAccessibleDescription('Fecha ingreso desde es requerida');
    expect(day('Hasta')).toHaveAccessibleDescription('Fecha ingreso hasta es requerida');

    type('Desde', '05/01/2026');
    type('Hasta', '04/01/2026');
    await user.click(button('Actualizar'));
    expect(screen.getByText('No puede ser posterior a la fecha ingreso hasta.')).toBeInTheDocument();
    expect(periods(received), 'nothing is asked for').toHaveLength(1);

    type('Hasta', '06/01/2026');
    await user.click(button('Actualizar'));
    expect(await screen.findByText('Del 05/01/2026 al 06/01/2026')).toBeInTheDocument();
    expect(periods(received).at(-1)).toEqual(['2026-01-05', '2026-01-06']);
  });

  test('are drawn as a ring with a legend that combines small provinces, and listed in full', async () => {
    const { container } = await openPortal(SCREEN, manyProvinces);
    await loaded(container);
    const chart = screen.getByRole('img', {
      name: 'Gráfico de anillo: 1.000 envíos en 5 provincias. Buenos Aires 50,00 %, Córdoba 30,00 %, Atlántida 18,00 %. La tabla tiene el detalle.',
    });
    expect(chart.querySelectorAll('path')).toHaveLength(4);
    expect(
      within(legend())
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.split(',')[0]),
    ).toEqual(['Buenos Aires', 'Córdoba', 'Atlántida', 'Otras provincias']);
    const table = screen.getByRole('region', { name: 'Envíos por provincia' });
    expect(table.querySelectorAll('tbody tr')).toHaveLength(6);
    expect(table.querySelector('tfoot')).toHaveTextContent('Total100,00 %1.000');
  });

  test('highlight a province by keyboard, and keep it highlighted when it is pressed', async () => {
    const { container, user } = await openPortal(SCREEN, manyProvinces);
    await loaded(container);
    expect(middle(container)).toBe('5provincias');
    screen.getByRole('link', { name: 'Ver los envíos' }).focus();
    await user.tab();
    expect(within(legend()).getAllByRole('button')[0]).toHaveFocus();
    expect(middle(container)).toBe('50,00 %Buenos Aires');
    await user.tab();
    expect(middle(container)).toBe('30,00 %Córdoba');
    await user.keyboard('{Enter}');
    expect(within(legend()).getByRole('button', { name: /^Córdoba/ })).toHaveAttribute('aria-pressed', 'true');
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(middle(container)).toBe('30,00 %Córdoba');
  });

  test.each([
    ['a client with orders another period', 1, null],
    ['a new client its first steps', 0, ['/usuario', '/ordenes/nueva-orden', '/ordenes']],
  ])('show %s instead of a chart if there are no shipments', async (_what, total, steps) => {
    const orders = reply(listOrders, pageOf(total ? [orderRow(1)] : [], { total }));
    const { container } = await openPortal(SCREEN, { replies: [reply(shipmentTotals, totals({})), orders] });
    await loaded(container);
    expect(screen.getByText('No hay resultados disponibles')).toBeInTheDocument();
    if (steps) {
      const list = within(await screen.findByRole('list', { name: 'Primeros pasos' }));
      expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(steps);
    } else expect(await screen.findByText(/^No hubo envíos en este período/)).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /^Gráfico/ })).toBeNull();
    expect(screen.queryByText('provincias')).toBeNull();
  });

  test.each([
    [false, 'true'],
    [true, undefined],
  ])('name the current month as their first period, unless the gateway is strict (%s)', async (strict, pressed) => {
    const { container } = await openPortal(SCREEN, { ...manyProvinces, settings: { strict } });
    await loaded(container);
    expect(screen.queryByRole('button', { name: 'Este mes' })?.getAttribute('aria-pressed')).toBe(pressed);
  });

  test('give the rows of combined provinces the colour of their slice', async () => {
    const { container } = await openPortal(SCREEN, manyProvinces);
    await loaded(container);
    const coloursIn = (place: Element | null | undefined) =>
      new Set([...(place?.querySelectorAll('rect') ?? [])].map((rect) => rect.getAttribute('fill')));
    expect(coloursIn(container.querySelector('table'))).toEqual(coloursIn(legend()));
  });

  test('keep the page if they can’t be loaded, and load by Reintentar', async () => {
    const replies = [refuse(shipmentTotals, 500, messages.unavailable), reply(shipmentTotals, MANY)];
    const { container, user } = await openPortal(SCREEN, { replies });
    await loaded(container);
    expect(screen.getByText('Ocurrió un error')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Cantidad de Envíos' })).toBeInTheDocument();
    replies.shift();
    await user.click(button('Reintentar'));
    await waitFor(() => expect(screen.queryByText('Ocurrió un error')).toBeNull());
    expect(legend()).toBeInTheDocument();
  });
});

/** Times near midnight in Buenos Aires, at which other time zones have another day. */
const MOMENTS = [
  { at: '2026-03-31T23:59:30-03:00', month: ['2026-03-01', '2026-03-31'], last: ['2026-02-28', '2026-03-31'] },
  { at: '2026-04-01T00:00:30-03:00', month: ['2026-04-01', '2026-04-01'], last: ['2026-03-01', '2026-04-01'] },
];
const PLACES = ['Asia/Tokyo', 'America/Los_Angeles'].flatMap((zone) => MOMENTS.map((moment) => ({ ...moment, zone })));

test.each(PLACES)(
  'the statistics of $at are those of the day in Buenos Aires in a browser set to $zone',
  async ({ at, month, last, zone }) => {
    setTimeZone(zone);
    setTime(at);
    const { container, user, received } = await openPortal(SCREEN, manyProvinces);
    await loaded(container);
    expect(periods(received)).toEqual([month]);
    await user.click(button('Último mes'));
    await waitFor(() => expect(periods(received).at(-1)).toEqual(last));

    await user.click(button('Seleccionar Fechas'));
    const [first, second] = screen.getAllByRole('button', { name: 'Abrir el calendario' });
    await user.click(second as HTMLElement);
    const today = String(Number(last[1]?.slice(8)));
    await waitFor(() => expect(document.querySelector('[data-today]')).toHaveTextContent(today));
    await user.keyboard('{Escape}');
    await user.click(first as HTMLElement);
    await user.click(within(await screen.findByRole('gridcell', { name: '15' })).getByRole('button'));
    await user.click(button('Actualizar'));
    await waitFor(() => expect(periods(received).at(-1)).toEqual([`${last[0]?.slice(0, 7)}-15`, last[1]]));
  },
);

describe('The figures of deliveries', () => {
  const few = { ended: 12, delivered: 11, promised: 12, on_time: 10, first_visit: 9, failed: 3 };
  const NONE = { ended: 0, delivered: 0, promised: 0, on_time: 0, first_visit: 0, failed: 0 };
  const many = { ended: 400, delivered: 390, promised: 400, on_time: 372, first_visit: 360, failed: 40 };
  const figures = (
    counts: typeof few,
    days: [number, number] | [null, null],
    reasons: Record<string, number> = {},
  ) => ({
    ...counts,
    median_days: days[0],
    p90_days: days[1],
    failures: Object.entries(reasons).map(([reason, total]) => ({ reason, total })),
  });
  const reasons = { 'Destinatario ausente': 25, 'Dirección incorrecta': 15 };
  const results = {
    before: { from: '2026-01-29', to: '2026-02-28' },
    total: { ...figures(many, [2, 5], reasons), before: figures({ ...many, on_time: 380 }, [3, 5]) },
    provinces: [
      { name: 'Salta', ...figures(few, [4, 7], { 'Zona peligrosa': 3 }), before: figures(few, [1, 1]) },
      {
        name: 'Sin provincia',
        ...figures(NONE, [null, null]),
        before: figures(few, [1, 1]),
      },
    ],
  };
  const replies = [reply(readDeliveryResults, { results })];
  const cells = (name: string) =>
    [...(screen.getByRole('cell', { name }).parentElement?.querySelectorAll('td') ?? [])].map(
      ({ textContent }) => textContent,
    );

  test('say what changed, and of few shipments only numbers', async () => {
    setTime('2026-03-31T12:00:00-03:00');
    const { container, received } = await openPortal(SCREEN, { replies });
    await loaded(container);
    const section = await screen.findByRole('region', { name: 'Cómo llegaron' });
    await within(section).findByText('93 %');
    expect(requestsOf(received, readDeliveryResults).map(({ query }) => query)).toEqual([
      { 'filter[from_date]': '2026-03-01', 'filter[to_date]': '2026-03-31' },
    ]);
    expect(section).toHaveTextContent('comparados con los creados del 29/01/2026 al 28/02/2026.');
    const whole = [...section.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(whole).toEqual([
      '400',
      '93 %2 puntos menos',
      '92 %igual que antes',
      '2 días1 día menos',
      '5 díasigual que antes',
      '40',
    ]);
    expect(cells('Salta')).toEqual(['Salta', '12', '10 de 12', '9 de 11', '4 días', '7 días', '3Zona peligrosa: 3']);
  });

  test('open the lists of their shipments', async () => {
    setTime('2026-03-31T12:00:00-03:00');
    const { container, user, received } = await openPortal(SCREEN, { replies });
    await loaded(container);
    await user.click(await screen.findByRole('link', { name: '10 de 12' }));
    await waitFor(() =>
      expect(requestsOf(received, listShipments).at(-1)?.query).toMatchObject({
        'filter[province]': 'Salta',
        'filter[result]': 'a_tiempo',
        'filter[from_date]': '2026-03-01',
        'filter[to_date]': '2026-03-31',
      }),
    );
    expect(button('Quitar filtro Entrega A tiempo')).toBeVisible();
    expect(button('Quitar filtro Provincia Salta')).toBeVisible();
  });

  test('are neither asked for nor shown with a gateway of the specifications, nor for more than a year', async () => {
    const strict = await openPortal(SCREEN, { replies, settings: { strict: true } });
    await loaded(strict.container);
    expect(screen.queryByText('Cómo llegaron')).toBeNull();
    cleanup();
    const { container, received } = await openPortal(`${SCREEN}?desde=2024-01-01&hasta=2026-01-01`, { replies });
    await loaded(container);
    expect(await screen.findByText(/elegí un período de hasta un año/)).toBeVisible();
    expect(requestsOf([...strict.received, ...received], readDeliveryResults)).toEqual([]);
  });
});
