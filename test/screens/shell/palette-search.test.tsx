// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type SearchResults, search } from '#shared/orders/search.ts';
import { listen } from '#test/e2e/user-actions.ts';
import { type ReceivedRequest, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import { BASIC_SESSION, markedOption, openPalette, option, options, paletteField, paletteStatus } from './palette.ts';

const NAME = 'Ñata Ñandú';
const order = { id: 1, tracking_id: TRACKING, order_id: 'P-1', receiver_name: NAME, state: 'Registrado', due: null };
const shipments = [1, 2].map((n) => ({
  id: 10 + n,
  shipment_id: `${TRACKING}-${n}`,
  receiver_name: NAME,
  state: 'Registrado',
  due: null,
}));
const FOUND: SearchResults = { jump: null, orders: [order], shipments, receivers: [{ receiver_name: NAME }] };
const NOTHING: SearchResults = { jump: null, orders: [], shipments: [], receivers: [] };

const searched = (received: readonly ReceivedRequest[]) =>
  received.filter(({ endpoint }) => endpoint === search).map(({ query }) => query.q);
const at = (path: string) => waitFor(() => expect(window.location.pathname + window.location.search).toBe(path));

// The listener reports user actions to this function.
Reflect.set(window, 'userActionDone', () => undefined);
listen();

describe('The search palette', () => {
  test('tells when a shipment that is found is due', async () => {
    const due = { date: '2026-06-01', days_left: -2 };
    const replies = [reply(search, { results: { ...NOTHING, orders: [{ ...order, due }] } })];
    const { user } = await openPortal('/estadisticas', { replies }, BASIC_SESSION);
    await openPalette(user);
    await user.keyboard('nata nandu');
    await waitFor(() =>
      expect(options('Órdenes')).toEqual([`${NAME} P-1 · ${TRACKING} · Venció hace 2 díasRegistrado`]),
    );
  });

  test('finds orders, shipments and buyers while the person types', async () => {
    const replies = [reply(search, { results: FOUND })];
    const { user } = await openPortal('/estadisticas', { replies }, BASIC_SESSION);
    await openPalette(user);
    await user.keyboard('nata nandu');
    await waitFor(() => expect(paletteStatus()).toBe('4 resultados'));
    expect(options('Órdenes')).toEqual([`${NAME} P-1 · ${TRACKING}Registrado`]);
    expect(options('Envíos')).toEqual([1, 2].map((n) => `${NAME} ${TRACKING}-${n}Registrado`));
    expect(options('Compradores')).toEqual([`${NAME} Ver sus órdenes`]);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await at(`/envios/detalle/12/${TRACKING}-2`);
    await openPalette(user);
    await user.keyboard('nata');
    await screen.findByRole('group', { name: 'Compradores' });
    await user.click(option(/Ver sus órdenes/));
    await at(`/ordenes?cliente=${encodeURIComponent(NAME)}`);
  });

  test('offers to repeat the order whose number was typed', async () => {
    const jump = { kind: 'order', id: 1 } as const;
    const replies = [reply(search, { results: { ...NOTHING, jump, orders: [order] } })];
    const { user } = await openPortal('/estadisticas', { replies }, BASIC_SESSION);
    await openPalette(user);
    await user.keyboard(TRACKING);
    await waitFor(() => expect(options('Coincidencia exacta')).toHaveLength(2));
    await user.click(option(/^Repetir la orden P-1/));
    await at(`/ordenes/nueva-orden?repetir=${TRACKING}`);
  });

  test('searches after a pause in typing, keeps the results until the next response, and aborts outdated requests', async () => {
    const late = Promise.withResolvers<Response>();
    const replies = [
      {
        endpoint: search,
        respond: ({ query }: ReceivedRequest) =>
          query.q === 'P-1XY' ? late.promise : Response.json({ results: query.q === 'P-1' ? FOUND : NOTHING }),
      },
    ];
    const { user, received } = await openPortal('/estadisticas', { replies }, BASIC_SESSION);
    const broken: string[] = [];
    const gateway = fetch;
    vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
      request.signal?.addEventListener('abort', () => broken.push(url));
      return gateway(url, request);
    });
    await openPalette(user);
    // Types without a pause, faster than the debounce.
    for (const value of ['P', 'P-', 'P-1']) fireEvent.change(screen.getByRole('combobox'), { target: { value } });
    await waitFor(() => expect(paletteStatus()).toBe('4 resultados'));
    expect(markedOption()).toHaveTextContent('P-1');
    expect(searched(received)).toEqual(['P-1']);
    await user.paste('XY');
    await waitFor(() => expect(searched(received).at(-1)).toBe('P-1XY'));
    await waitFor(() => expect(paletteStatus()).toBe('Buscando…'));
    expect(markedOption()).toHaveTextContent('P-1');
    await user.paste('Z');
    await waitFor(() => expect(paletteStatus()).toBe('No encontramos nada con «P-1XYZ»'));
    expect(broken.some((url) => url.endsWith('q=P-1XY'))).toBe(true);
  });

  test('shows first what the text matches, and leads to the list of orders when it finds nothing', async () => {
    const found = reply(search, ({ query }) => ({ results: query.q === 'P-1' ? FOUND : NOTHING }));
    const { user } = await openPortal('/estadisticas', { replies: [found] });
    await openPalette(user);
    await user.keyboard('P-1');
    await waitFor(() => expect(options('Órdenes')).toEqual([`P-1 ${NAME} · ${TRACKING}Registrado`]));
    await user.keyboard('{Control>}a{/Control}pagar');
    await waitFor(() => expect(options('Páginas y acciones')).toEqual(['Pagos', 'Órdenes pendientes de pago']));
    await user.keyboard('{Control>}a{/Control}imprimir');
    await waitFor(() => expect(options('Páginas y acciones')).toHaveLength(4));
    await user.keyboard('{Control>}a{/Control}Zulema P');
    await user.click(
      await screen.findByRole('option', { name: /^Buscar en Órdenes por nombre del cliente: Zulema P/ }),
    );
    await at('/ordenes?cliente=Zulema%20P');
  });

  test('keeps what is typed while the page behind it changes', async () => {
    const { user } = await openPortal('/estadisticas', {}, BASIC_SESSION);
    const heading = (text: string) => waitFor(() => expect(document.querySelector('h1')).toHaveTextContent(text));
    await user.click(screen.getByRole('link', { name: 'Órdenes' }));
    await heading('Ordenes');
    await user.click(screen.getByRole('link', { name: 'Envíos' }));
    await heading('Envíos');
    await openPalette(user);
    await user.keyboard('na');
    act(() => window.history.back());
    await heading('Ordenes');
    await user.keyboard('ta');
    expect(paletteField()).toHaveValue('nata');
  });

  test('shows that a search failed, and retries', async () => {
    const replies = [refuse(search, 429, 'Esperá un momento'), reply(search, { results: FOUND })];
    const { user } = await openPortal('/estadisticas', { replies }, BASIC_SESSION);
    await openPalette(user);
    await user.keyboard('P-1');
    await waitFor(() => expect(paletteStatus()).toContain('Esperá un momento'));
    expect(options()).toEqual([]);
    replies.shift();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(options('Órdenes')).toHaveLength(1));
  });

  test('lists recently opened pages without a network, and forgets them at the end of the session', async () => {
    const found = reply(search, { results: { ...NOTHING, jump: { kind: 'order', id: 1 }, orders: [order] } });
    const { container, user } = await openPortal('/estadisticas', { replies: [found] }, BASIC_SESSION);
    const open = async (text: string, path: string) => {
      await openPalette(user);
      await user.paste(text);
      await user.keyboard('{Enter}');
      await at(path);
    };
    await open(TRACKING, `/ordenes/detalle/${TRACKING}`);
    await open('estadisticas', '/estadisticas');
    await loaded(container);

    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const gateway = fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    act(() => void window.dispatchEvent(new Event('offline')));
    await openPalette(user);
    expect(options('Recientes')).toEqual(['Estadísticas', `${TRACKING} P-1 · ${NAME}`]);
    await user.keyboard('P-1');
    await waitFor(() => expect(paletteStatus()).toContain('Sin conexión'));
    onLine.mockRestore();
    vi.stubGlobal('fetch', gateway);
    act(() => void window.dispatchEvent(new Event('online')));
    await user.keyboard('{Escape}');

    localStorage.setItem('recent:otro', '[]');
    await user.click(screen.getByRole('link', { name: 'Cerrar Sesión' }));
    await at('/login');
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('recent:'));
    expect(kept).toEqual(['recent:otro']);
  });

  test.each([
    ['its label', `${TRACKING}-2`, { kind: 'shipment', id: 12 } as const],
    ['a name', 'Ñata Ñandú', null],
  ])('finds a shipment in three actions, by %s', async (_what, typed, jump) => {
    let actions = 0;
    Reflect.set(window, 'userActionDone', () => {
      actions += 1;
    });
    const { user } = await openPortal('/estadisticas', { replies: [reply(search, { results: { ...FOUND, jump } })] });
    await openPalette(user);
    await user.keyboard(typed);
    const found = await screen.findByRole('option', { name: new RegExp(`${TRACKING}-2`) });
    if (found.getAttribute('aria-selected') === 'true') await user.keyboard('{Enter}');
    else await user.click(found);
    await at(`/envios/detalle/12/${TRACKING}-2`);
    expect(actions).toBe(3);
  });
});
