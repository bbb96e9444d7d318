// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AnyEndpoint, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { listCharges } from '#shared/money/staff-charges.ts';
import { listCollections } from '#shared/orders/staff-collections.ts';
import { listManifests, readManifest } from '#shared/orders/staff-manifests.ts';
import { countQueues } from '#shared/orders/staff-queues.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { currentStaff, staffLogin, staffLogout } from '#shared/people/staff-sessions.ts';
import { listLocalities } from '#shared/provider/staff-zip-codes.ts';
import { staffFulfillments } from '#shared/warehouse/staff-fulfillment.ts';
import { pickingList } from '#shared/warehouse/staff-picking.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { manifest, NUMBER, shipment } from '#test/screens/orders/shipments/console-collections.ts';
import { showOnPhone } from '#test/screens/surroundings.ts';
import { button, field, write } from '#test/screens/typing.ts';

afterEach(() => vi.useRealTimers());

/** Replies with the page that was asked for, of three. */
const localities = reply(listLocalities, ({ query }) => ({
  results: [{ zip_code: `140${query.page}`, city: `Localidad ${query.page}`, province: 'C' }],
  pagination: { page: Number(query.page), pages: 3, total: 21, limit: 10 },
}));

const ADMIN = loggedIn('admin');

test('a copied address opens the page and the filter of a list', async () => {
  const address = '/consola/configuracion/codigos-postales?buscar=loc&page=3&limit=10';
  const { received } = await openConsole(address, { replies: [ADMIN, localities] });
  expect(await screen.findByText('Localidad 3')).toBeVisible();
  expect(field('Buscar')).toHaveValue('loc');
  const [asked] = received.filter(({ endpoint }) => endpoint === listLocalities);
  expect(asked?.query).toMatchObject({ page: '3', limit: '10', 'filter[search]': 'loc' });
});

const ofHeading = () => within(screen.getByRole('main')).findByRole('link', { name: 'Clientes' });

test.each([
  ['Back', async () => window.history.back()],
  ['The link above the heading', async (user: UserEvent) => user.click(await ofHeading())],
])('%s leads from a row of page 3 to page 3', async (_name, goBack) => {
  const clients = reply(listClients, ({ query }) => {
    const { results } = sampleReply(listClients, 1);
    return {
      results: results.map((one) => ({
        ...one,
        client_id: Number(query.page),
        nombre_empresa: `Cliente ${query.page}`,
      })),
      pagination: { page: Number(query.page), pages: 3, total: 21, limit: 10 },
    };
  });
  const { user } = await openConsole('/consola/clientes?limit=10', { replies: [ADMIN, clients] });
  await user.click(await screen.findByRole('button', { name: 'Última página' }));
  await user.click(await screen.findByRole('link', { name: 'Cliente 3' }));
  await waitFor(() => expect(window.location.pathname).toBe('/consola/clientes/3'));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Cliente 3' })).toBeNull());
  await goBack(user);
  expect(await screen.findByRole('link', { name: 'Cliente 3' })).toBeVisible();
  expect(window.location.search).toBe('?limit=10&page=3');
});

const TWO_CLIENTS = reply(listClients, {
  results: ['Mates', 'Yerbas'].map((nombre_empresa, at) => ({
    ...sampleReply(listClients, 1).results[0],
    client_id: at + 1,
    nombre_empresa,
  })) as ReplyOf<typeof listClients>['results'],
  pagination: { page: 1, pages: 1, total: 2, limit: 50 },
});

test('on a phone a row is a card with labelled values, which opens the client', async () => {
  showOnPhone();
  const { container, user } = await openConsole('/consola/clientes', {
    replies: [ADMIN, TWO_CLIENTS],
  });
  const [card] = within(await screen.findByRole('list', { name: 'Clientes' })).getAllByRole('listitem');
  expect(within(card as HTMLElement).getByText('CUIT')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  const link = within(card as HTMLElement).getByRole('link');
  const { startShortcuts } = await import('#web/kit/lib/shortcuts.ts');
  const stop = startShortcuts();
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'Yerbas' })).toHaveFocus();
  await user.keyboard('jk');
  expect(link).toHaveFocus();
  stop();
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe(link.getAttribute('href'));
  expect(consoleErrors).toEqual([]);
});

test('two words that are typed slowly are searched for as two', async () => {
  const { user } = await openConsole('/consola/configuracion/codigos-postales', { replies: [ADMIN, localities] });
  await screen.findByText('Localidad 1');
  await user.type(field('Buscar'), 'mar ');
  await waitFor(() => expect(window.location.search).toBe('?buscar=mar'));
  await user.type(field('Buscar'), 'del');
  expect(field('Buscar')).toHaveValue('mar del');
  await waitFor(() => expect(window.location.search).toBe('?buscar=mar+del'));
});

test('clearing a search that finds nothing keeps the month', async () => {
  const none = reply(listCharges, {
    month: '2026-03',
    results: [],
    sums: sampleReply(listCharges).sums,
    pagination: { page: 1, pages: 1, total: 0, limit: 50 },
  });
  const { user } = await openConsole('/consola/cobros?mes=2026-03&buscar=nadie', { replies: [ADMIN, none] });
  await user.click(await screen.findByRole('button', { name: 'Limpiar filtros' }));
  await waitFor(() => expect(window.location.search).toBe('?mes=2026-03'));
});

test('orders stay chosen on another page, and the choice is taken back', async () => {
  const orders = reply(staffFulfillments, ({ query }) => ({
    results: sampleReply(staffFulfillments, 1).results.map((one) => ({
      ...one,
      id: Number(query.page),
      order_id: `W-${query.page}`,
      status: 'Registrado',
    })),
    pagination: { page: Number(query.page), pages: 2, total: 11, limit: 10 },
  }));
  const { user } = await openConsole('/consola/deposito?limit=10', { replies: [ADMIN, orders] });
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir el pedido W-1' }));
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir el pedido W-2' }));
  expect(screen.getByText('2 pedidos elegidos, 1 fuera de esta página')).toBeVisible();
  await user.click(button('Quitar la elección'));
  expect(screen.getByText('0 pedidos elegidos')).toBeVisible();
});

describe('the choice of orders', () => {
  const orders = reply(staffFulfillments, {
    results: sampleReply(staffFulfillments, 1).results.map((one) => ({
      ...one,
      client_id: 7,
      id: 1,
      order_id: 'W-1',
      status: 'Registrado' as const,
    })),
    pagination: { page: 1, pages: 1, total: 1, limit: 50 },
  });
  const list = reply(pickingList, {
    results: sampleReply(pickingList, 1).results.map((line) => ({
      ...line,
      orders: [{ client_id: 7, id: 1, order_id: 'W-1', units: 2 }],
    })),
  });
  const choose = async (user: UserEvent) => {
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir el pedido W-1' }));
    expect(screen.getByText('1 pedido elegido')).toBeVisible();
  };

  test('is still there after Back from the picking list, until it is printed', async () => {
    const { user } = await openConsole('/consola/deposito', { replies: [ADMIN, orders, list] });
    await choose(user);
    for (const left of ['1 pedido elegido', '0 pedidos elegidos']) {
      await user.click(button('Lista de preparación'));
      await screen.findByRole('heading', { level: 1, name: 'Lista de preparación' });
      await screen.findByRole('table', { name: 'Lista de preparación' });
      if (left.startsWith('0')) act(() => void window.dispatchEvent(new Event('afterprint')));
      window.history.back();
      expect(await screen.findByText(left)).toBeVisible();
    }
  });

  test('is forgotten with the logout', async () => {
    let inside = true;
    const person: Reply = {
      endpoint: currentStaff,
      respond: (request) => (inside ? ADMIN.respond(request) : new Response('{"results":null}')),
    };
    const turn = (endpoint: AnyEndpoint, results: unknown): Reply => ({
      endpoint,
      respond: () => {
        inside = !inside;
        return new Response(JSON.stringify({ message: '', results }));
      },
    });
    const login = turn(staffLogin, { second_factor: 'done', token: null });
    const { user } = await openConsole('/consola/deposito', {
      replies: [person, orders, turn(staffLogout, null), login],
    });
    await choose(user);
    await user.click(button('Salir'));
    await screen.findByRole('heading', { level: 1, name: 'Consola del personal' });
    write('Email', 'laura@proveedor.example');
    write('Contraseña', 'una contraseña');
    await user.click(button('Entrar'));
    expect(await screen.findByText('0 pedidos elegidos')).toBeVisible();
  });
});

test('a list that can’t be loaded says why', async () => {
  await openConsole('/consola/clientes', {
    replies: [ADMIN, refuse(listClients, 403, 'Los clientes se están migrando')],
  });
  const list = within(await screen.findByRole('region', { name: 'Clientes' }));
  expect(await list.findByText('Los clientes se están migrando')).toBeVisible();
  expect(list.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test.each([
  ['/consola/clientes', 'a list'],
  ['/consola', 'a page'],
])('%s: %s that is read as the session ends shows no failure behind the login', async (path) => {
  let ended = false;
  const end = (endpoint: AnyEndpoint): Reply => ({
    endpoint,
    respond: () => {
      ended = true;
      return new Response('{"message":"Tu sesión terminó"}', { status: 401 });
    },
  });
  const person: Reply = {
    endpoint: currentStaff,
    respond: (request) => (ended ? new Response('{"results":null}') : ADMIN.respond(request)),
  };
  await openConsole(path, { replies: [person, end(listClients), end(countQueues)] });
  await screen.findByRole('dialog', { name: 'Tu sesión terminó' });
  expect(screen.queryByText('Ocurrió un error')).toBeNull();
  expect(document.querySelector('[aria-busy=true], [role=status][aria-label^=Cargando]')).not.toBeNull();
});

test('a search for a client goes to the first page of the collections and of the manifests, whose pages turn apart', async () => {
  const pages = (limit: number) => ({ page: 2, pages: 3, total: 3 * limit, limit });
  const replies = [
    loggedIn('operations'),
    reply(listCollections, () => ({ ...sampleReply(listCollections, 1), pagination: pages(50) })),
    reply(listManifests, ({ query }) => ({
      results: sampleReply(listManifests, 1).results.map((one) => ({ ...one, number: `COL-2026-00000${query.page}` })),
      pagination: { ...pages(20), page: Number(query.page) },
    })),
  ];
  const { user, container } = await openConsole('/consola/colectas?page=2', { replies });
  await screen.findByText('COL-2026-000001');
  const pager = within(screen.getByRole('navigation', { name: 'Páginas de manifiestos' }));
  await user.click(pager.getByRole('button', { name: 'Página siguiente' }));
  await screen.findByText('COL-2026-000002');
  expect(window.location.search).toBe('?page=2&manifiestos-page=2');
  expect(await axeViolations(container)).toEqual([]);
  await user.type(field('Cliente'), 'mates');
  await waitFor(() => expect(window.location.search).toBe('?cliente=mates'));
  expect(await screen.findByText('COL-2026-000001')).toBeVisible();
});

test('the surplus shipments of a manifest have pages of their own', async () => {
  const listed = Array.from({ length: 60 }, (_, at) => `L${String(at).padStart(3, '0')}`);
  const surplus = Array.from({ length: 60 }, (_, at) =>
    shipment(`S${String(at).padStart(3, '0')}`, { status: 'free' }),
  );
  const shown = manifest(listed, { surplus: 60, surplus_parcels: surplus });
  const { user } = await openConsole(`/consola/colectas/${NUMBER}`, {
    replies: [loggedIn('operations'), reply(readManifest, { results: shown })],
  });
  expect(await screen.findByText('L000')).toBeVisible();
  const [, second] = screen.getAllByRole('navigation', { name: /^Páginas: / });
  await user.click(within(second as HTMLElement).getByRole('button', { name: 'Página siguiente' }));
  expect(await screen.findByText('S050')).toBeVisible();
  expect(screen.getByText('L000')).toBeVisible();
  expect(window.location.search).toBe('?sobraron-page=2');
});
