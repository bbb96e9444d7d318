// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listTariffs } from '#shared/money/staff-tariffs.ts';
import { listCollections } from '#shared/orders/staff-collections.ts';
import { listManifests } from '#shared/orders/staff-manifests.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { listPickupPoints } from '#shared/provider/staff-pickup-points.ts';
import { listTerms } from '#shared/provider/staff-terms.ts';
import { listLocalities } from '#shared/provider/staff-zip-codes.ts';
import { staffFulfillments } from '#shared/warehouse/staff-fulfillment.ts';
import { expiringStock } from '#shared/warehouse/staff-stock.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { write } from '#test/screens/typing.ts';

const NONE = { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 50 } };

/** Replies of an installation without any data. */
const EMPTY = [
  reply(listClients, NONE),
  reply(staffFulfillments, NONE),
  reply(listManifests, NONE),
  reply(expiringStock, NONE),
  reply(listLocalities, NONE),
  reply(listPickupPoints, NONE),
  reply(listTariffs, NONE),
  reply(listTerms, NONE),
  reply(listCollections, { ...NONE, totals: { orders: 0, bulks: 0, weight: 0, listed: 0 } }),
];

test.each([
  ['/consola/clientes', 'Todavía no hay clientes', /cuando los creás con Nuevo cliente/],
  ['/consola/colectas', 'No hay bultos por retirar', /cuando los clientes imprimen sus etiquetas/],
  ['/consola/deposito', 'No hay pedidos para preparar', /clientes con el permiso Fulfillment/],
  ['/consola/deposito?estado=Preparado', 'No hay pedidos preparados', /cuando se termina de preparar/],
  ['/consola/deposito/vencimientos', 'No hay lotes críticos ni vencidos', /se cargan con cada ingreso/],
  ['/consola/deposito/conteo', 'Todavía ningún cliente usa el depósito', /le da el permiso Fulfillment/],
  ['/consola/deposito/ingresos', 'Todavía ningún cliente usa el depósito', /le da el permiso Fulfillment/],
  ['/consola/configuracion/codigos-postales', 'Todavía no hay localidades', /Cargá la lista con Cargar CSV/],
  ['/consola/configuracion/puntos', 'Todavía no hay puntos de retiro', /Agregá el primero con Nuevo punto/],
  ['/consola/configuracion/terminos', 'Todavía no hay términos', /Publicá los primeros con Nueva versión/],
  ['/consola/tarifas', 'Todavía no hay tarifas', /Publicá la primera con Tarifa nueva/],
])('%s without any data has a first-day text with what comes next', async (path, title, next) => {
  const { container } = await openConsole(path, { replies: [loggedIn('admin'), ...EMPTY] });
  expect(await screen.findByText(title, { selector: 'p' })).toBeVisible();
  expect(screen.getByText(next)).toBeVisible();
  expect(screen.queryByText(/coincide/)).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test('without localities a search that finds none says so, and a role that may not add them reads who may', async () => {
  const { user } = await openConsole('/consola/configuracion/codigos-postales', {
    replies: [loggedIn('finance'), ...EMPTY],
  });
  await screen.findByText('Todavía no hay localidades');
  expect(screen.getAllByText(/Con el rol Finanzas no podés cambiar puntos de retiro/).length).toBeGreaterThan(0);
  write('Buscar', 'Rosario');
  await screen.findByText('Ninguna localidad coincide');
  await user.keyboard('{Escape}');
});
