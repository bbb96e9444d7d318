// @vitest-environment jsdom
import './jsdom.ts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, contractGateway } from './contract-gateway.ts';
import { TRACKING } from './sample.ts';

const CLAIMS = { username: 'ana', terms_accepted: true, prepago: true, logistica_inversa: true, default_format: 'pdf' };

/** What the browser keeps of a session that may do everything. */
const SESSION = {
  token: `x.${btoa(JSON.stringify(CLAIMS))}.x`,
  username: 'ana',
  auth: 'true',
  terms: 'true',
  usr_prep: 'true',
  logistica_inversa: 'true',
  fulfillment: 'true',
  print_config: 'pdf',
};

/** Every screen behind the login. */
const INSIDE = {
  estadísticas: '/estadisticas',
  órdenes: '/ordenes',
  'orden nueva': '/ordenes/nueva-orden',
  orden: `/ordenes/detalle/${TRACKING}`,
  'orden a editar': `/ordenes/editar/${TRACKING}`,
  envíos: '/envios',
  envío: `/envios/detalle/1/${TRACKING}-1`,
  'carga masiva': '/carga-masiva',
  'detalle de carga masiva': '/carga-masiva/detalle/1',
  'logística inversa': '/logistica-inversa',
  'orden nueva de logística inversa': '/logistica-inversa/nueva-orden',
  productos: '/productos',
  calculadora: '/calculadora',
  pagos: '/pagos',
  stock: '/stock',
  fulfillment: '/fulfillment',
  'detalle de fulfillment': '/fulfillment/detalle/1',
  cuenta: '/usuario',
} as const;

/** Screens for everybody. */
const OPEN = {
  ingreso: '/login',
  'pedido de contraseña': '/password-reset-request',
  'contraseña nueva': '/password_reset/enlace',
  activación: '/activation/enlace',
  'dirección desconocida': '/no-existe',
} as const;

/** The button of the page that stands in for one that broke. */
const CRASHED = 'Recargar la página';

/** What React and the page wrote on the console. */
const complaints: string[] = [];

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words.join(' ')));
});
beforeEach(() => {
  complaints.length = 0;
});
afterEach(cleanup);

/** Opens an address as a browser does that has this storage, before a gateway that answers so. */
async function open(path: string, answers: Answers, stored: Record<string, string>): Promise<HTMLElement> {
  vi.resetModules();
  localStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  window.history.replaceState(null, '', path);
  vi.stubGlobal('fetch', contractGateway(answers));
  const [{ Portal }, { fetchScreen }, { startHistory }, { queries }, { loadSettings }] = await Promise.all([
    import('#web/portal.tsx'),
    import('#web/routes.tsx'),
    import('#web/lib/history.ts'),
    import('#web/lib/queries.ts'),
    import('#web/lib/settings.ts'),
  ]);
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  startHistory();
  await loadSettings();
  await fetchScreen(path);
  const { container } = render(<Portal />);
  await waitFor(() => expect(container.querySelector('main')).not.toBeNull());
  return container;
}

const settled = (container: HTMLElement) =>
  waitFor(() => expect(container.querySelector('[aria-busy=true]')).toBeNull(), { timeout: 5000 });

/** What axe finds; colours and sizes are measured in a browser. */
async function faultsOf(container: HTMLElement): Promise<string[]> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Passes through every field without a change, as the Tab key does. */
function passThrough(container: HTMLElement): void {
  for (const field of container.querySelectorAll('input, select, textarea')) {
    fireEvent.focus(field);
    fireEvent.blur(field);
  }
}

describe.each(Object.entries(INSIDE))('%s', (_name, path) => {
  test.each(['filled', 'empty'] as const)('is shown with answers that are %s, without a complaint', async (answers) => {
    const container = await open(path, answers, SESSION);
    await settled(container);
    passThrough(container);
    await settled(container);
    expect(screen.queryByText(CRASHED)).toBeNull();
    expect(await faultsOf(container)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is shown while nothing has come yet, and when nothing comes', async () => {
    const container = await open(path, 'never', SESSION);
    expect(await faultsOf(container)).toEqual([]);
    cleanup();
    const failed = await open(path, 'failed', SESSION);
    await settled(failed);
    expect(screen.queryByText(CRASHED)).toBeNull();
    expect(await faultsOf(failed)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test.each(Object.entries(OPEN))('%s is shown to everybody', async (_name, path) => {
  const container = await open(path, 'filled', {});
  await settled(container);
  expect(await faultsOf(container)).toEqual([]);
  expect(complaints).toEqual([]);
});
