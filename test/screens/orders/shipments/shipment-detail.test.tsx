// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { shipmentLabel } from '#shared/orders/labels.ts';
import { readShipment, returnShipment, type ShipmentDetail } from '#shared/orders/shipments.ts';
import { openTabs } from '#test/screens/browser-windows.ts';
import { type Reply, refuse, reply, replyFile } from '#test/screens/fake-gateway.ts';
import { answer, button, buttons, cellsOf, expectAlert, question, requestsOf } from '#test/screens/list-page.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { shipmentDetail, specified } from '#test/screens/orders/order-replies.ts';

const LABEL = 'K7M2P9QX001-1';
const ADDRESS = `/envios/detalle/1/${LABEL}`;

const shipment = (changes: Partial<ShipmentDetail> = {}, strict = false) => {
  const body = { results: shipmentDetail(changes) };
  return reply(readShipment, strict ? specified(readShipment, body) : body);
};

const tab = (name: string) => screen.getByRole('tab', { name });

/** Returns the value next to a name in the open tab. */
function fact(term: string): HTMLElement {
  const panel = within(screen.getByRole('tabpanel'));
  return panel.getAllByText(term).find(({ tagName }) => tagName === 'DT')?.nextElementSibling as HTMLElement;
}

const expectFacts = (facts: Readonly<Record<string, string>>) =>
  expect(
    Object.fromEntries(Object.keys(facts).map((term) => [term, fact(term).textContent.replace('\u00a0', ' ')])),
  ).toEqual(facts);

describe('The shipment detail', () => {
  test.each([false, true])('shows the shipment’s data, with its three tabs (strict: %s)', async (strict) => {
    const reading = shipment({ registered: '2026-06-10T10:30:00-03:00', shipping_cost: 890 }, strict);
    const { container } = await openPortal(ADDRESS, { settings: { strict }, replies: [reading] });
    await loaded(container);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(`Envío #${LABEL}`);
    const table = screen.getByRole('table', { name: 'Datos del envío' });
    expect([...table.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
      'Envío',
      'Orden',
      'Fecha de Creación',
      'Estado',
      'Costo de Envío',
      'Modo de Entrega',
    ]);
    expect(cellsOf(table).map((text) => text.trim())).toEqual([
      LABEL,
      'W-1',
      '10/06/2026',
      'Registrado',
      '$ 890,00',
      shipmentDetail().delivery_mode.name,
    ]);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Comprador',
      'Detalles',
      'Vendedor',
    ]);
    const back = within(screen.getByRole('main')).getByText('Volver').closest('a');
    expect(back).toHaveAttribute('href', '/envios');
  });

  test('shows the receiver and the sender with their addresses', async () => {
    const { receiver, sender, sender_address } = shipmentDetail();
    const reading = shipment({
      receiver: {
        ...receiver,
        first_name: 'Ana',
        last_name: 'Gómez',
        receiver_name: 'Recepción Oficina 4',
        receiver_phone: '11 4444-5555',
        email: 'ana@example.com',
        address_street_name: 'Av. Santa Fe',
        address_street_number: '1234',
        address_floor: '',
        address_apartment: '',
        address_neighborhood_name: 'Retiro',
        address_zip_code: '1059',
        address_city: 'CABA',
        address_state: 'Capital Federal',
      },
      sender: { ...sender, user_id: 7, nickname: 'demo', email: 'demo@example.com' },
      sender_address: { ...sender_address, street_name: 'Av. Rivadavia' },
    });
    const { container, user } = await openPortal(ADDRESS, { replies: [reading] });
    await loaded(container);
    expectFacts({
      Nombre: 'Ana',
      Apellido: 'Gómez',
      Destinatario: 'Recepción Oficina 4',
      Teléfono: '11 4444-5555',
      Email: 'ana@example.com',
      Calle: 'Av. Santa Fe',
      Altura: '1234',
      Piso: '-',
      'Dpto.': '-',
      Barrio: 'Retiro',
      'Código postal': '1059',
      Localidad: 'CABA',
      Provincia: 'Capital Federal',
    });
    await user.click(tab('Vendedor'));
    expectFacts({ Usuario: 'demo', Id: '7', Email: 'demo@example.com', Calle: 'Av. Rivadavia' });
  });

  test('shows measures in both units, and the products', async () => {
    const reading = shipment({
      weight: 1500,
      volume: 6000,
      width: 20,
      length: 150,
      height: 2,
      value: 1234.5,
      items_quantity: 1203,
      items: [
        { item: 'Mate de calabaza', sku: 'MATE-1', quantity: 1200, product_id: 1 },
        { item: 'Bombilla', sku: 'BOMB-2', quantity: 3, product_id: 2 },
      ],
    });
    const { container, user } = await openPortal(ADDRESS, { replies: [reading] });
    await loaded(container);
    await user.click(tab('Detalles'));
    expectFacts({
      'Cantidad de ítems': '1.203',
      Valor: '$ 1.234,50',
      Peso: '1.500 g1,5 kg',
      Volumen: '6.000 cm³0,006 m³',
      Ancho: '20 cm0,2 m',
      Largo: '150 cm1,5 m',
      Alto: '2 cm0,02 m',
    });
    const products = screen.getByRole('table', { name: 'Productos' });
    expect([...products.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
      'Producto',
      'SKU',
      'Cantidad',
    ]);
    expect(cellsOf(products).slice(0, 3)).toEqual(['Mate de calabaza', 'MATE-1', '1.200']);
  });

  test('shows undeclared contents as “No informado”', async () => {
    const items = [{ item: 'NO_INFORMADO', sku: 'NO_INFORMADO', quantity: 0, product_id: null }];
    const { container, user } = await openPortal(ADDRESS, { replies: [shipment({ items, items_quantity: 0 })] });
    await loaded(container);
    await user.click(tab('Detalles'));
    expect(fact('Cantidad de ítems')).toHaveTextContent('No informado');
    expect(cellsOf(screen.getByRole('table', { name: 'Productos' }))).toEqual(['No informado', '-', '-']);
    expect(container).not.toHaveTextContent('NO_INFORMADO');
  });

  test('prints its label, and links to the public tracking', async () => {
    const tabs = openTabs();
    const replies = [shipment(), replyFile(shipmentLabel, '%PDF-', 'etiqueta.pdf')];
    const { container, user, received } = await openPortal(ADDRESS, { replies });
    await loaded(container);
    expect(screen.getByText('Seguimiento').closest('a')).toHaveAttribute('href', `/seguimiento/${LABEL}`);
    await user.click(button('Imprimir Etiqueta'));
    await waitFor(() => expect(tabs[0]?.shows).toMatch(/^blob:/));
    expect(requestsOf(received, shipmentLabel).map(({ url }) => url.pathname)).toEqual([
      `/api/v1/client/shipping/print/1/${LABEL}.pdf`,
    ]);
  });

  test('offers neither label nor return for a delivered shipment', async () => {
    const delivered = { state: 'Entregado', printable: false, can_return: false };
    const { container } = await openPortal(ADDRESS, { replies: [shipment(delivered)] });
    await loaded(container);
    expect(tab('Comprador')).toBeVisible();
    expect(buttons(/^(Imprimir|Reimprimir|Solicitud)/)).toEqual([]);
  });

  test('shows that a printed label is outdated, and prints it again', async () => {
    const { container } = await openPortal(ADDRESS, { replies: [shipment({ label_outdated: true })] });
    await loaded(container);
    expect(screen.getByText('Etiqueta desactualizada')).toBeVisible();
    expect(button('Reimprimir Etiqueta')).toBeVisible();
  });
});

describe('The return of a shipment', () => {
  test.each([false, true])('is requested once, and the gateway’s reply is shown (strict: %s)', async (strict) => {
    let can_return = true;
    const reading = reply(readShipment, () => {
      const body = { results: shipmentDetail({ state: 'Retirado', can_return }) };
      return strict ? specified(readShipment, body) : body;
    });
    const done = reply(returnShipment, () => {
      can_return = false;
      return { message: 'Pedimos la devolución del envío' };
    });
    const { container, user, received } = await openPortal(ADDRESS, { settings: { strict }, replies: [reading, done] });
    await loaded(container);
    await user.click(button('Solicitud de devolución'));
    expect(await question()).toHaveTextContent(LABEL);
    await answer(user, 'Solicitar devolución');
    await expectAlert('Pedimos la devolución del envío');
    expect(requestsOf(received, returnShipment).map(({ url, body }) => [url.pathname, body])).toEqual([
      ['/api/v1/client/shipping/1/return', null],
    ]);
    await waitFor(() => expect(buttons('Solicitud de devolución')).toEqual([]));
  });

  test('shows the gateway’s message when it is refused', async () => {
    const message = 'La devolución de este envío ya fue solicitada';
    const replies = [shipment({ can_return: true }), refuse(returnShipment, 422, message)];
    const { container, user } = await openPortal(ADDRESS, { replies });
    await loaded(container);
    await user.click(button('Solicitud de devolución'));
    await answer(user, 'Solicitar devolución');
    await expectAlert(message);
  });
});

describe('A shipment that can’t be shown', () => {
  test('shows the specified error, and loads on retry', async () => {
    const replies: Reply[] = [refuse(readShipment, 500, 'no')];
    const { user } = await openPortal(ADDRESS, { replies });
    expect(await screen.findByText('Ocurrió un error')).toBeVisible();
    expect(screen.getByText('Por favor, intente nuevamente más tarde o comuníquese con soporte técnico')).toBeVisible();
    expect(screen.getByText('Volver').closest('a')).toHaveAttribute('href', '/envios');
    expect(document.querySelector('li[data-state="open"]')).toBeNull();
    replies[0] = shipment();
    await user.click(button('Reintentar'));
    expect(await screen.findByRole('tab', { name: 'Comprador' })).toBeVisible();
  });

  test.each([
    ['it doesn’t exist', '/envios/detalle/123456/0000000000-1', refuse(readShipment, 404, 'No encontrado')],
    ['its address names two shipments', '/envios/detalle/1/K7M2P9QX002-1', shipment()],
  ])('is not found if %s', async (_name, address, reading) => {
    const { container } = await openPortal(address, { replies: [reading] });
    await loaded(container);
    expect(screen.getByText('No encontramos este envío')).toBeVisible();
    expect(screen.getByText('Ver los envíos').closest('a')).toHaveAttribute('href', '/envios');
  });

  test('is also found by an address that contains only the label', async () => {
    const { container, received } = await openPortal(`/envios/detalle/${LABEL}/${LABEL}`, { replies: [shipment()] });
    await loaded(container);
    expect(requestsOf(received, readShipment)[0]?.url.pathname).toBe(`/api/v1/client/shipping/${LABEL}`);
    expect(tab('Comprador')).toBeVisible();
  });
});
