// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listShipments } from '#shared/orders/shipments.ts';
import { type FulfillmentDetail, readFulfillment } from '#shared/warehouse/fulfillment.ts';
import { changeEvents } from '#test/screens/change-events.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import { showOnPhone } from '#test/screens/surroundings.ts';

const SCREEN = '/fulfillment/detalle/PED-9';

const WAITING: FulfillmentDetail = {
  estado: 'Registrado',
  etiquetas: null,
  fechaCreacionOrden: '2026-06-10T10:00:00-03:00',
  fechaEstado: '2026-06-10T11:30:00-03:00',
  productos: [{ sku: 'DUL', descripcion: 'Dulce de leche', cantidad: 2, cantidadPreparada: 0 }],
  datosDestinatario: {
    nombreYApellido: 'Ana Gómez',
    mail: 'ana@example.com',
    telefono: '11 4444-5555',
    direccion: 'Av. Santa Fe 1234',
    codigoPostal: '1059',
    localidad: 'CABA',
    provincia: 'Capital Federal',
  },
};
const prepared = (cantidadPreparada: number, changes: Partial<FulfillmentDetail> = {}): FulfillmentDetail => ({
  ...WAITING,
  estado: 'Preparado',
  ...changes,
  productos: WAITING.productos.map((product) => ({ ...product, cantidadPreparada })),
});
const READY = prepared(2, { etiquetas: `${TRACKING}-1, ${TRACKING}-99` });

const detail = (of: FulfillmentDetail) => reply(readFulfillment, { data: [of] });

const steps = () =>
  within(screen.getByRole('list', { name: 'Estado del pedido' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const text = ({ textContent }: HTMLElement) => textContent;
const follow = () => screen.queryByRole('link', { name: /^Seguir Orden/ });

async function openDetail(...replies: Reply[]) {
  const opened = await openPortal(SCREEN, { replies });
  await loaded(opened.container);
  return opened;
}

describe('A fulfillment order', () => {
  test('that is waiting is at its first step and has no tracking yet', async () => {
    await openDetail(detail(WAITING));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pedido #PED-9');
    expect(steps()).toEqual([
      'En preparaciónEn este paso10/06/2026 10:00',
      'PreparadoPendiente',
      'Listo para despachoPendiente',
    ]);
    expect(follow()).toBeNull();
  });

  test('that is cancelled has a step of its own, marked by more than its colour', async () => {
    await openDetail(detail({ ...WAITING, estado: 'Cancelado' }));
    expect(steps()).toEqual([
      'En preparaciónCompletado10/06/2026 10:00',
      'CanceladoEn este paso10/06/2026 11:30',
      'Listo para despachoPendiente',
    ]);
    expect(screen.getByText('Cancelado', { selector: 'li *' }).closest('li')?.querySelector('svg')).not.toBeNull();
    expect(follow()).toBeNull();
  });

  test('that was prepared shows its missing units and its receiver', async () => {
    await openDetail(detail(prepared(1)));
    expect(steps()).toEqual([
      'En preparaciónCompletado10/06/2026 10:00',
      'PreparadoEn este paso10/06/2026 11:30',
      'Listo para despachoPendiente10/06/2026 11:30',
    ]);
    const products = within(screen.getByRole('table', { name: 'Productos' }));
    expect(products.getAllByRole('columnheader').map(text)).toEqual(['SKU', 'Descripción', 'Solicitado', 'Preparado']);
    expect(products.getAllByRole('cell').map(text)).toEqual(['DUL', 'Dulce de leche', '2', '1 (falta 1)']);
    const { nombreYApellido, mail, telefono, direccion, codigoPostal, localidad, provincia } =
      WAITING.datosDestinatario;
    expect(screen.getAllByRole('term').map(text)).toEqual([
      'Nombre y apellido',
      'Mail',
      'Teléfono',
      'Dirección',
      'Código postal',
      'Localidad',
      'Provincia',
    ]);
    expect(screen.getAllByRole('definition').map(text)).toEqual([
      nombreYApellido,
      mail,
      telefono,
      direccion,
      codigoPostal,
      localidad,
      provincia,
    ]);
    expect(follow()).toBeNull();
  });

  test('that is ready links to the order of its first label', async () => {
    const { received } = await openDetail(detail(READY));
    expect(steps()).toEqual([
      'En preparaciónCompletado10/06/2026 10:00',
      'PreparadoCompletado10/06/2026 11:30',
      'Listo para despachoEn este paso10/06/2026 11:30',
    ]);
    await waitFor(() => expect(follow()).toHaveTextContent(`Seguir Orden ${TRACKING}`));
    expect(follow()).toHaveAttribute('href', `/ordenes/detalle/${TRACKING}`);
    const asked = received.find(({ endpoint }) => endpoint === listShipments);
    expect(asked?.query).toMatchObject({ 'filter[shipment]': `${TRACKING}-1` });
  });

  test('is updated by the warehouse’s events, on a phone', async () => {
    showOnPhone();
    const events = changeEvents();
    const replies = [detail(WAITING), detail(prepared(2)), detail(READY), events.reply];
    const { container } = await openPortal(SCREEN, { replies });
    await loaded(container);
    expect(screen.getByText('0 de 2')).toBeInTheDocument();
    const current = () => container.querySelector('[aria-current=step]')?.textContent;
    expect(current()).toMatch(/^En preparación/);
    replies.shift();
    events.publish({ kind: 'stock', id: null });
    await waitFor(() => expect(current()).toMatch(/^Preparado/));
    replies.shift();
    events.publish({ kind: 'stock', id: null });
    await waitFor(() => expect(follow()).toHaveTextContent(`Seguir Orden ${TRACKING}`));
  });

  test('shows only its name in the tab title while it loads', async () => {
    const answer = Promise.withResolvers<Response>();
    const { container } = await openPortal(SCREEN, {
      replies: [{ endpoint: readFulfillment, respond: () => answer.promise }],
    });
    await waitFor(() => expect(document.title).toBe('Pedido #PED-9 · Remito'));
    expect(screen.getByRole('main')).toBeEmptyDOMElement();
    answer.resolve(Response.json({ data: [WAITING] }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pedido #PED-9'));
    await loaded(container);
  });

  test.each([
    ['the warehouse doesn’t know it', refuse(readFulfillment, 404, 'No existe')],
    ['its answer has no body', { endpoint: readFulfillment, respond: () => new Response('') }],
  ])('is not found if %s', async (_what, unknown) => {
    await openDetail(unknown);
    expect(screen.getByText('No encontramos este pedido')).toBeInTheDocument();
  });

  test('shows an error without the warehouse’s message, and loads by Reintentar', async () => {
    const replies = [refuse(readFulfillment, 503, 'El depósito no responde'), detail(WAITING)];
    const { container, user } = await openPortal(SCREEN, { replies });
    await loaded(container);
    expect(screen.getByText('Ocurrió un error')).toBeInTheDocument();
    expect(screen.queryByText('El depósito no responde')).toBeNull();
    expect(screen.getByRole('link', { name: '< volver' })).toHaveAttribute('href', '/fulfillment');
    replies.shift();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(steps()).toHaveLength(3));
  });
});
