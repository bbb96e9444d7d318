import type { Page } from '@playwright/test';
import { QUEUES } from '#shared/orders/rules/queues.ts';

/** Calls the provider's API in the page's session. */
type CallConsole = <R>(path: string) => Promise<R>;

type ConsolePath = string | ((ask: CallConsole) => Promise<string>);

interface Item {
  queue: keyof typeof QUEUES;
  client_id: number;
  thing_id: number;
  name: string;
}

/** Returns the address of the oldest item of a queue, or of the queue if it is empty. */
const itemOf =
  (queue: Item['queue']) =>
  async (ask: CallConsole): Promise<string> => {
    const { results } = await ask<{ results: Item[] }>(`/queue/${queue}?limit=10`);
    const item = results[0] ? `/${results[0].client_id}/${results[0].thing_id}` : '';
    return `/consola/colas/${QUEUES[queue].slug}${item}`;
  };

/** Returns the address of a page of the warehouse, for a client with stock. */
const withStock =
  (page: string) =>
  async (ask: CallConsole): Promise<string> => {
    const { results } = await ask<{ results: { client_id: number }[] }>('/stock/expiring/?limit=10');
    return `/consola/deposito/${page}?cliente=${results[0]?.client_id}`;
  };

/** Every page of the console, with data of the demonstration. */
const CONSOLE_SCREENS = {
  colas: '/consola',
  'cola-incidencias': itemOf('incidents'),
  'cola-devoluciones': itemOf('returns'),
  'cola-sin-novedad': itemOf('silent'),
  'cola-vencida': itemOf('overdue'),
  'cola-modificaciones': itemOf('modifications'),
  'cola-reprogramaciones': itemOf('reschedules'),
  'cola-altas': itemOf('approvals'),
  'cola-pagos': itemOf('payments'),
  'cola-preparacion': itemOf('preparation'),
  buscar: '/consola/buscar',
  envio: async (ask) => {
    const { results } = await ask<{ results: Item[] }>('/queue/incidents?limit=10');
    return `/consola/envio/${results[0]?.name}`;
  },
  eventos: '/consola/eventos',
  deposito: '/consola/deposito',
  pedido: async (ask) => {
    const { results } = await ask<{ results: { client_id: number; id: number }[] }>('/fulfillment/?limit=10');
    return `/consola/deposito/pedido/${results[0]?.client_id}/${results[0]?.id}`;
  },
  colectas: '/consola/colectas',
  manifiesto: async (ask) => {
    const { results } = await ask<{ results: { number: string }[] }>('/manifest/?limit=10&filter[state]=abierto');
    return `/consola/colectas/${results[0]?.number}`;
  },
  'lista-de-preparacion': async (ask) => {
    const { results } = await ask<{ results: { client_id: number; id: number }[] }>('/fulfillment/?limit=10');
    return `/consola/deposito/lista?pedidos=${results.map(({ client_id, id }) => `${client_id}-${id}`).join(',')}`;
  },
  ingresos: withStock('ingresos'),
  conteo: withStock('conteo'),
  devoluciones: '/consola/deposito/devoluciones',
  vencimientos: '/consola/deposito/vencimientos',
  clientes: '/consola/clientes',
  cliente: async (ask) => {
    const { results } = await ask<{ results: { client_id: number }[] }>('/client/?limit=10');
    return `/consola/clientes/${results[0]?.client_id}`;
  },
  cobros: '/consola/cobros',
  tarifas: '/consola/tarifas',
  'tarifa-nueva': '/consola/tarifas/nueva',
  'comparar-tarifas': '/consola/tarifas/comparar',
  'cobros-de-cliente': async (ask) => {
    const { results } = await ask<{ results: { client_id: number }[] }>('/charge/?limit=10');
    return `/consola/cobros/${results[0]?.client_id}`;
  },
  actividad: '/consola/actividad',
  'primeros-pasos': '/consola/configuracion',
  terminos: '/consola/configuracion/terminos',
  puntos: '/consola/configuracion/puntos',
  'codigos-postales': '/consola/configuracion/codigos-postales',
  categorias: '/consola/configuracion/categorias',
  claves: '/consola/configuracion/claves',
  feriados: '/consola/configuracion/feriados',
  personal: '/consola/personal',
  sesion: '/consola/sesion',
} satisfies Record<string, ConsolePath>;

export type ConsoleScreenName = keyof typeof CONSOLE_SCREENS;

export const CONSOLE_SCREEN_NAMES = Object.keys(CONSOLE_SCREENS) as ConsoleScreenName[];

/** Returns the path of a page of the console, found in the page's session. */
export async function consolePath(page: Page, name: ConsoleScreenName): Promise<string> {
  const path: ConsolePath = CONSOLE_SCREENS[name];
  if (typeof path === 'string') return path;
  return path(async (asked) => (await page.request.get(`/api/ops/v1${asked}`)).json());
}
