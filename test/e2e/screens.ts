import type { Page } from '@playwright/test';
import { addDays, localDay } from '#shared/kit/days.ts';

/** Calls the gateway in the page's session: POST with a body, else GET. */
type CallGateway = <R>(path: string, body?: object) => Promise<R>;

interface ScreenEntry {
  /** Path of the screen, or a function that finds a path with data. */
  path: string | ((ask: CallGateway) => Promise<string>);
  /** Whether the screen is public. */
  open?: boolean;
  /** Its URL requires a one-time token that tests lack: the screen shows a refusal, which the browser logs. */
  refuses?: boolean;
}

/** A screen with its Spanish name and its path. */
export interface Screen extends Omit<ScreenEntry, 'path'> {
  name: ScreenName;
  path: string;
}

const ORDERS = '/v1/client/order/?limit=10';

/** Newest first, but none of today: other tests change those that they have created. */
const untilYesterday = (): string =>
  `order[sort]=o.created_at&order[direction]=DESC&filter[to_date]=${addDays(localDay(new Date()), -1)}`;

async function firstOf<R>(ask: CallGateway, list: string): Promise<R> {
  const { results } = await ask<{ results: R[] }>(list);
  if (!results[0]) throw new Error(`nothing to show: ${list}`);
  return results[0];
}

async function firstTracking(ask: CallGateway, filter: string): Promise<string> {
  return (await firstOf<{ tracking_id: string }>(ask, `${ORDERS}&${filter}`)).tracking_id;
}

/** Every screen of the route table, with data of the demonstration account that has the most data. */
const SCREENS = {
  ingreso: { path: '/login', open: true },
  recuperar: { path: '/password-reset-request', open: true },
  restablecer: { path: '/password_reset/enlace', open: true },
  activacion: { path: '/activation/enlace', open: true, refuses: true },
  'no-encontrada': { path: '/no-existe', open: true },
  estadisticas: { path: '/estadisticas' },
  pendientes: { path: '/pendientes' },
  ordenes: { path: '/ordenes' },
  'orden-nueva': { path: '/ordenes/nueva-orden' },
  orden: {
    // With one shipment, which is open at first.
    async path(ask) {
      const { results } = await ask<{ results: { tracking_id: string; shippings: object[] }[] }>(
        `/v1/client/order/?limit=50&filter[delivery_mode]=1&${untilYesterday()}`,
      );
      return `/ordenes/detalle/${results.find(({ shippings }) => shippings.length === 1)?.tracking_id}`;
    },
  },
  'orden-editar': {
    async path(ask) {
      return `/ordenes/editar/${await firstTracking(ask, `filter[state]=por_imprimir&${untilYesterday()}`)}`;
    },
  },
  envios: { path: '/envios' },
  envio: {
    async path(ask) {
      const { id, shipment_id } = await firstOf<{ id: number; shipment_id: string }>(
        ask,
        `/v1/client/shipping/?${untilYesterday()}`,
      );
      return `/envios/detalle/${id}/${shipment_id}`;
    },
  },
  'carga-masiva': { path: '/carga-masiva' },
  'carga-masiva-detalle': {
    path: async (ask) =>
      `/carga-masiva/detalle/${(await firstOf<{ id: number }>(ask, '/v1/client/lote_order/?limit=10')).id}`,
  },
  'logistica-inversa': { path: '/logistica-inversa' },
  'logistica-inversa-nueva': { path: '/logistica-inversa/nueva-orden' },
  productos: { path: '/productos' },
  calculadora: { path: '/calculadora' },
  pagos: { path: '/pagos' },
  stock: { path: '/stock' },
  fulfillment: { path: '/fulfillment' },
  'fulfillment-detalle': {
    async path(ask) {
      const filter = { logonName: '', referencia: '', destino: '', estado: '', fechaDesde: '', fechaHasta: '' };
      const { data } = await ask<{ data: [{ pedidos: { referencia: string }[] }] }>(
        '/service/FulFillmentEcommercePedidos',
        { ...filter, page: 1, pageSize: 10 },
      );
      return `/fulfillment/detalle/${data[0].pedidos[0]?.referencia}`;
    },
  },
  cuenta: { path: '/usuario' },
  equipo: { path: '/usuario/equipo' },
  actividad: { path: '/usuario/actividad' },
  'datos-personales': { path: '/usuario/datos-personales' },
  sesiones: { path: '/usuario/sesiones' },
  'segundo-paso': { path: '/usuario/segundo-paso' },
  'cambio-de-email': { path: '/usuario/email' },
  invitacion: { path: '/equipo/invitacion/enlace', open: true, refuses: true },
  'detener-recuperacion': { path: '/detener-recuperacion/enlace', open: true },
  'detener-correccion': { path: '/detener-correccion/enlace', open: true },
  'enlace-de-email': { path: '/cambio-de-email/enlace', open: true, refuses: true },
  seguimiento: {
    path: async (ask) => `/seguimiento/${await firstTracking(ask, 'filter[delivery_mode]=1')}`,
    open: true,
  },
} satisfies Record<string, ScreenEntry>;

export type ScreenName = keyof typeof SCREENS;

export const SCREEN_NAMES = Object.keys(SCREENS) as ScreenName[];

/** Whether a screen, and its path, need no session. */
export const isPublicScreen = (name: ScreenName): boolean => {
  const { open, path }: ScreenEntry = SCREENS[name];
  return open === true && typeof path === 'string';
};

/** Returns a screen with its path, found in the page's session. */
export async function screenOf(page: Page, name: ScreenName): Promise<Screen> {
  const { path, ...place }: ScreenEntry = SCREENS[name];
  if (typeof path === 'string') return { ...place, name, path };
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const ask: CallGateway = async (asked, data) => {
    const answer = await page.request.fetch(`/api${asked}`, { headers, ...(data && { method: 'POST', data }) });
    return answer.json();
  };
  return { ...place, name, path: await path(ask) };
}

export async function screensOf(page: Page): Promise<Screen[]> {
  const screens: Screen[] = [];
  for (const name of SCREEN_NAMES) screens.push(await screenOf(page, name));
  return screens;
}
