// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listStock, type StockLot, type StockProduct, stockLots } from '#shared/warehouse/stock.ts';
import { changeEvents } from '#test/screens/change-events.ts';
import { type FakeGatewayOptions, type ReceivedRequest, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { setTime, showOnPhone } from '#test/screens/surroundings.ts';

const MILK: StockProduct = {
  sku: 'LECHE',
  descripción: 'Leche en polvo',
  stockTotal: 1327,
  stockCritico: 20,
  fechaActualización: null,
};
/** Fields of our own warehouse that the specification lacks. */
const OUTLOOK = { disponible: 1320, diasCobertura: null, venceranSinVender: 7 };

const lot = (lote: string, unidades: number, vencimiento?: string, fechaCriticidad?: string): StockLot => ({
  lote,
  unidades,
  vencimiento: vencimiento ?? null,
  fechaCriticidad: fechaCriticidad ?? null,
});
const LOTS = [
  lot('NUNCA', 1000),
  lot('CERCA', 20, '2026-07-10', '2026-06-09'),
  lot('ANTES', 7, '2026-06-09', '2026-04-11'),
  lot('LEJOS', 300, '2027-04-06', '2026-12-27'),
];

const stocked = (...productos: StockProduct[]) =>
  reply(listStock, { data: [{ productos }, { pagination: { pages: 1 } }] });
const withLots = (...lotes: StockLot[]) => reply(stockLots, { data: [{ lotes }] });
/** Builds a response without a body. */
const nothing = (endpoint: typeof listStock | typeof stockLots) => ({ endpoint, respond: () => new Response('') });
const down = (endpoint: typeof listStock | typeof stockLots) => refuse(endpoint, 503, 'El depósito no responde');

const text = ({ textContent }: HTMLElement) => textContent;
const button = (name: string) => screen.getByRole('button', { name });
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const bodies = (received: readonly ReceivedRequest[], endpoint: typeof listStock | typeof stockLots) =>
  received.filter((request) => request.endpoint === endpoint).map(({ body }) => body);

async function openStock(options: FakeGatewayOptions) {
  const opened = await openPortal('/stock', options);
  await loaded(opened.container);
  return opened;
}

describe('The stock', () => {
  test.each([
    ['our own warehouse provides', false, ['Disponible', 'Cobertura', 'Vence sin venderse']],
    ['a warehouse without additions provides', true, []],
  ])('has the columns of the data that %s', async (_what, strict, added) => {
    const { received } = await openStock({
      replies: [stocked({ ...MILK, ...(!strict && OUTLOOK) })],
      settings: { strict },
    });
    expect(screen.getAllByRole('columnheader').map(text)).toEqual([
      'SKU',
      'Descripción',
      'Stock total',
      'Stock crítico',
      ...added,
      'Acciones',
    ]);
    const cells = screen.getAllByRole('cell').map(text);
    expect(cells.slice(0, 4)).toEqual(['LECHE', 'Leche en polvo', '1.327', '20']);
    if (!strict) expect(cells.slice(4, 7)).toEqual(['1.320', 'Sin ventas', '7']);
    expect(screen.queryByLabelText('Con unidades') === null).toBe(strict);
    expect(bodies(received, listStock)).toEqual([
      { logonName: 'ana', descripcionArticulo: '', articulo: '', estado: '', page: 1, pageSize: 10 },
    ]);
  });

  test('is filtered by SKU, description and mark, and shows a message if nothing is left', async () => {
    const replies = [stocked(MILK)];
    const { received } = await openStock({ replies });
    replies.splice(0, 1, stocked());
    type('SKU', 'lec');
    type('Descripción', 'polvo');
    type('Con unidades', 'Crítico');
    fireEvent.click(button('Buscar'));
    expect(await screen.findByText('No se encontraron resultados')).toBeInTheDocument();
    expect(screen.getByText('Página 1 de 1')).toBeInTheDocument();
    expect(button('Exportar CSV')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Exportar CSV')).toHaveAccessibleDescription('No hay filas para exportar');
    expect(bodies(received, listStock).at(-1)).toEqual({
      logonName: 'ana',
      descripcionArticulo: 'polvo',
      articulo: 'lec',
      estado: 'Crítico',
      page: 1,
      pageSize: 10,
    });
  });

  test('shows an error without the warehouse’s message, and loads by Reintentar', async () => {
    const replies = [down(listStock), stocked(MILK)];
    const { user } = await openStock({ replies });
    expect(screen.getByText('Ocurrió un error')).toBeInTheDocument();
    expect(screen.getByText('Página 1 de 1')).toBeInTheDocument();
    expect(screen.queryByText('El depósito no responde')).toBeNull();
    expect(button('Exportar CSV')).toHaveAttribute('aria-disabled', 'true');
    replies.shift();
    await user.click(button('Reintentar'));
    expect(await screen.findByText('Leche en polvo')).toBeInTheDocument();
  });

  test('is empty if the response has no body', async () => {
    await openStock({ replies: [nothing(listStock)] });
    expect(screen.getByText('No hay resultados disponibles')).toBeInTheDocument();
  });

  test('is updated by the warehouse’s events, and is cards on a phone', async () => {
    showOnPhone();
    const events = changeEvents();
    const yoghurt = { ...MILK, stockTotal: 40, disponible: 40, diasCobertura: null, venceranSinVender: 0 };
    const replies = [stocked(yoghurt), stocked({ ...yoghurt, stockTotal: 42 }), events.reply];
    const { received } = await openStock({ replies });
    const card = within(screen.getByRole('list', { name: 'Stock' })).getByRole('listitem');
    expect(card).toHaveTextContent('40 unidades');
    expect(card).toHaveTextContent('Disponible 40 · Cobertura sin ventas');
    replies.shift();
    events.publish({ kind: 'stock', id: null });
    await waitFor(() => expect(card).toHaveTextContent('42 unidades'));
    replies.splice(0, 1, stocked());
    fireEvent.click(button('Filtros'));
    type('Con unidades', 'Crítico');
    fireEvent.click(button('Ver resultados'));
    expect(await screen.findByText('No se encontraron resultados')).toBeInTheDocument();
    expect(bodies(received, listStock).at(-1)).toMatchObject({ estado: 'Crítico' });
    expect(button('Limpiar filtros')).toBeInTheDocument();
  });
});

describe('The lots of a SKU', () => {
  const marks = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('cell', { name: /^(Vencido|Crítico|Normal)$/ })
      .map(text);

  test('are critical and expired from the day after, and the first to expire comes first', async () => {
    setTime('2026-06-10T00:00:01-03:00');
    const { user, received } = await openStock({ replies: [stocked(MILK), withLots(...LOTS)] });
    await user.click(button('Lotes de LECHE'));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(within(dialog).getAllByRole('row')).toHaveLength(5));
    expect(bodies(received, stockLots)).toEqual([{ logonName: 'ana', sku: 'LECHE' }]);
    expect(within(dialog).getAllByRole('row').map(text)).toEqual([
      'TipoLoteVencimientoUnidades',
      'VencidoANTES09/06/2026Venció hace 1 día7',
      'CríticoCERCA10/07/2026Vence dentro de 1 mes20',
      'NormalLEJOS06/04/2027Vence dentro de 10 meses300',
      'NormalNUNCA-1.000',
    ]);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button('Lotes de LECHE')).toHaveFocus();
  });

  test('are neither critical nor expired on the day itself', async () => {
    setTime('2026-06-09T23:59:59-03:00');
    const { user } = await openStock({ replies: [stocked(MILK), withLots(...LOTS)] });
    await user.click(button('LECHE'));
    await waitFor(() => expect(marks()).toEqual(['Crítico', 'Normal', 'Normal', 'Normal']));
    await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Cerrar' })[0] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('show an error if they couldn’t be loaded, and are lines on a phone', async () => {
    showOnPhone();
    setTime('2026-06-10T12:00:00-03:00');
    const replies = [stocked(MILK), down(stockLots), withLots(lot('Y2', 2, '2026-06-07'), lot('Y', 40, '2026-06-19'))];
    const { user } = await openStock({ replies });
    await user.click(button('Lotes de LECHE'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Ocurrió un error')).toBeInTheDocument();
    expect(button('Descargar CSV')).toHaveAttribute('aria-disabled', 'true');
    replies.splice(1, 1);
    await user.click(dialog.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() =>
      expect(dialog.getAllByRole('term').map(text)[0]).toMatch(/^Vencido Y2.*07\/06\/2026 · Venció hace 3 días/),
    );
    expect(dialog.getAllByRole('definition').map(text)).toEqual(['2 unidades', '40 unidades']);
  });
});
