// @vitest-environment jsdom
import { act as inReact, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { rate } from '#shared/money/rates.ts';
import { orderLabels } from '#shared/orders/labels.ts';
import { cancelOrder, readOrder } from '#shared/orders/orders.ts';
import { exportShipments, publicStates, readOrderStates } from '#shared/orders/shipments.ts';
import { modifyPassword } from '#shared/people/access.ts';
import { exportStock } from '#shared/warehouse/stock.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { ZIP_TABLE } from '#test/screens/orders/zip-table.ts';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import { alertAppears, alertTexts, button, buttons, dialog, field, writeAll } from '#test/screens/typing.ts';

type User = Awaited<ReturnType<typeof openPortal>>['user'];

const HISTORIES: readonly AnyEndpoint[] = [readOrderStates, publicStates];

/** A user's action, and its call that finds the session expired. */
interface Action {
  path: string;
  call: AnyEndpoint;
  /** Last call of the screen before the action; a strict gateway has another one. */
  last?: readonly AnyEndpoint[];
  act: (user: User) => Promise<void>;
}

/** Builds an order on which every action is allowed. */
function openOrder(): Reply {
  const { results } = sampleReply(readOrder, 1);
  const order = { ...results, printable: true, cancellable: true, cancel: false, printed_by_client: false };
  return reply(readOrder, { results: { ...order, label_outdated: false } });
}

const press = async (user: User, name: string) => user.click(buttons(name)[0] as HTMLElement);

const ACTIONS: Readonly<Record<string, Action>> = {
  'exporting shipments': { path: '/envios', call: exportShipments, act: (user) => press(user, 'Exportar CSV') },
  'exporting stock': { path: '/stock', call: exportStock, act: (user) => press(user, 'Exportar CSV') },
  'printing a label': {
    path: `/ordenes/detalle/${TRACKING}`,
    call: orderLabels,
    last: HISTORIES,
    act: (user) => press(user, 'Imprimir etiquetas'),
  },
  'cancelling an order': {
    path: `/ordenes/detalle/${TRACKING}`,
    call: cancelOrder,
    last: HISTORIES,
    async act(user) {
      await press(user, 'Cancelar orden');
      await user.click(button('Cancelar orden', await dialog()));
    },
  },
  'requesting a quote': {
    path: '/calculadora',
    call: rate,
    async act(user) {
      writeAll({ 'Código postal': '5000', Largo: '10', Alto: '10', Ancho: '10', Peso: '10' });
      await waitFor(() => expect(field('Provincia')).toHaveValue('Córdoba'));
      await press(user, 'Calcular');
    },
  },
  'changing the password': {
    path: '/usuario',
    call: modifyPassword,
    async act(user) {
      const fresh = 'otra-clave';
      writeAll({ 'Contraseña actual': 'portal2026', 'Nueva contraseña': fresh, 'Repetí la contraseña': fresh });
      await press(user, 'Cambiar contraseña');
    },
  },
};

beforeEach(() => {
  vi.spyOn(window, 'open').mockReturnValue(null);
});

describe.each([false, true])('an expired session shows one alert and nothing else, strict %s', (strict) => {
  test.each(Object.entries(ACTIONS))('while %s', async (_name, { path, call, last, act }) => {
    const blocking = vi.spyOn(window, 'alert').mockReturnValue();
    blocking.mockClear();
    const expired = refuse(call, 401, 'Tu sesión terminó. Ingresá de nuevo');
    const { container, user, received } = await openPortal(path, {
      replies: [expired, openOrder(), ...ZIP_TABLE],
      settings: { strict },
    });
    if (last) await waitFor(() => expect(received.some(({ endpoint }) => last.includes(endpoint))).toBe(true));
    await loaded(container);
    await act(user);
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    await alertAppears('Tu sesión terminó');
    expect(alertTexts()).toHaveLength(1);
    expect(blocking).not.toHaveBeenCalled();
    expect(localStorage.getItem('token')).toBeNull();
  });
});

test('a block during the session ends it and shows the provider’s reason', async () => {
  const message = 'Tu cuenta está bloqueada: Deuda vencida. Comunicate con soporte para resolverlo';
  const { path, act } = ACTIONS['requesting a quote'] as Action;
  const blocked: Reply = {
    endpoint: rate,
    respond: () => new Response(JSON.stringify({ code: 'blocked', message, errors: [] }), { status: 403 }),
  };
  const { container, user } = await openPortal(path, { replies: [blocked, ...ZIP_TABLE] });
  await loaded(container);
  await act(user);
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  await alertAppears(message);
  expect(alertTexts()).toHaveLength(1);
  expect(localStorage.getItem('token')).toBeNull();

  // The alert closes; another tab, and the page loaded again, go on saying why until somebody logs in.
  const later = await openPortal('/login', {}, { ...localStorage });
  expect(later.container.querySelector('main')).toHaveTextContent(message);
  const { startSession } = await import('#web/kit/call/session.ts');
  await inReact(() => startSession(SESSION.token as string, 'ana'));
  expect(Object.values({ ...localStorage }).join()).not.toContain('Deuda vencida');
});
