// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { cancelShipment, exportShipments, listShipments, type ShipmentRow } from '#shared/orders/shipments.ts';
import { layOutForPhone } from '#test/screens/browser-windows.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { answer, button, expectAlert, fill, findButton, menuItem, requestsOf } from '#test/screens/list-page.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { pageOf, shipmentRow } from '#test/screens/orders/order-replies.ts';

const page = (...rows: ShipmentRow[]) => reply(listShipments, pageOf(rows));

describe('The shipments list', () => {
  test('links a row to the shipment, its order and the public tracking', async () => {
    const { container, user } = await openPortal('/envios', { replies: [page(shipmentRow(3))] });
    await loaded(container);
    const detail = '/envios/detalle/3/K7M2P9QX001-3';
    expect(screen.getByText('K7M2P9QX001-3').closest('a')).toHaveAttribute('href', detail);
    await user.click(button('Más acciones de K7M2P9QX001-3'));
    expect(await menuItem('Ver envío')).toHaveAttribute('href', detail);
    expect(await menuItem('Ver orden')).toHaveAttribute('href', '/ordenes/detalle/K7M2P9QX001');
    expect(await menuItem('Seguimiento')).toHaveAttribute('href', '/seguimiento/K7M2P9QX001-3');
  });

  test('becomes cards on a phone, with a print mode and a filter dialog that counts the results', async () => {
    layOutForPhone();
    const listed = reply(listShipments, ({ query }) =>
      pageOf(query['filter[shipment]'] ? [shipmentRow(2)] : [shipmentRow(1), shipmentRow(2)]),
    );
    const { container, user } = await openPortal('/envios', { replies: [listed] });
    await loaded(container);
    const cards = () => within(screen.getByRole('list', { name: 'Envíos' })).getAllByRole('listitem');
    expect(cards()).toHaveLength(2);
    await user.click(button('Imprimir en lote'));
    expect(await screen.findByRole('region', { name: 'Selección' })).toBeVisible();
    await user.click(button('Salir del modo'));
    await user.click(button('Filtros'));
    await screen.findByRole('dialog', { name: 'Filtros' });
    fill('Envío', 'K7M2P9QX001-2');
    await user.click(await findButton('Ver 1 resultado'));
    await waitFor(() => expect(cards()).toHaveLength(1));
  });
});

describe('A failed action of the shipments list', () => {
  test('an export runs once at a time, and shows why it was refused', async () => {
    const refusal = 'Son 123.456 envíos y se pueden exportar hasta 100.000';
    const held = Promise.withResolvers<void>();
    const failing: Reply = {
      endpoint: exportShipments,
      respond: (request) => held.promise.then(() => refuse(exportShipments, 422, refusal).respond(request)),
    };
    const { container, user, received } = await openPortal('/envios', { replies: [failing] });
    await loaded(container);
    await user.click(button('Exportar CSV'));
    await waitFor(() => expect(button('Exportar CSV')).toHaveAttribute('aria-disabled', 'true'));
    await user.click(button('Exportar CSV'));
    expect(requestsOf(received, exportShipments)).toHaveLength(1);
    held.resolve();
    await expectAlert(refusal);
    expect(button('Exportar CSV')).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('a cancellation shows that it failed', async () => {
    const replies = [page(shipmentRow(1)), refuse(cancelShipment, 500, 'no')];
    const { container, user } = await openPortal('/envios', { replies });
    await loaded(container);
    await user.click(button('Más acciones de K7M2P9QX001-1'));
    await user.click(await menuItem('Cancelar envío'));
    await answer(user, 'Cancelar envío');
    await expectAlert(
      'Error',
      'Ocurrió un error al cancelar el envío K7M2P9QX001-1',
      'Por favor, vuelva a intentarlo más tarde',
    );
  });
});
