// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listOrders } from '#shared/orders/orders.ts';
import { exportFulfillment } from '#shared/warehouse/fulfillment.ts';
import { exportStock } from '#shared/warehouse/stock.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { button, expectAlert, fill, filtersOf } from '#test/screens/list-page.ts';
import { consoleErrors, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { orderRow, pageOf } from '#test/screens/orders/order-replies.ts';

const UNREADABLE = 'La fecha no es válida: escribila como DD/MM/AAAA';

/** Lists with a range of days among their filters. */
const DATED = [
  ['/ordenes', 'Fecha de Creación Desde'],
  ['/envios', 'Fecha de Creación Desde'],
  ['/logistica-inversa', 'Fecha de Creación Desde'],
  ['/carga-masiva', 'Fecha Desde'],
  ['/pagos', 'Fecha Desde'],
  ['/fulfillment', 'Fecha desde'],
] as const;

describe.each([false, true])('an invalid date (strict: %s)', (strict) => {
  test.each(DATED)('is refused by Buscar and removed by Limpiar on %s', async (path, label) => {
    const { container, user, received } = await openPortal(path, { settings: { strict } });
    await loaded(container);
    const from = screen.getByLabelText<HTMLInputElement>(label);
    fill(label, '31/02/26');
    expect(screen.queryByText(UNREADABLE), 'no error while typing').toBeNull();
    const before = received.length;
    await user.click(button('Buscar'));
    await waitFor(() => expect(from).toHaveAccessibleDescription(UNREADABLE));
    await waitFor(() => expect(from).toHaveFocus());
    expect(from).toHaveValue('31/02/26');
    expect(window.location.search, 'nothing is searched for').toBe('');
    expect(received.length).toBe(before);
    await user.click(button('Limpiar'));
    expect(screen.queryByText(UNREADABLE)).toBeNull();
    expect(from.value).toMatch(path === '/fulfillment' ? /^\d{2}\/\d{2}\/\d{4}$/ : /^$/);
  });

  test('is refused by the statistics', async () => {
    const { container, user, received } = await openPortal('/estadisticas', { settings: { strict } });
    await loaded(container);
    await user.click(button('Seleccionar Fechas'));
    await screen.findByLabelText('Desde');
    fill('Desde', 'ayer');
    const before = received.length;
    await user.click(button('Actualizar'));
    await waitFor(() => expect(screen.getByLabelText('Desde')).toHaveAccessibleDescription(UNREADABLE));
    expect(window.location.pathname + window.location.search).toBe('/estadisticas');
    expect(received.length).toBe(before);
  });
});

describe.each([false, true])('a list without rows (strict: %s)', (strict) => {
  test.each([
    ['/envios', 'Exportar CSV', 'No hay envíos para exportar'],
    ['/envios', 'Imprimir en lote', 'No hay envíos para imprimir'],
    ['/ordenes', 'Imprimir en lote', 'No hay órdenes para imprimir'],
    ['/productos', 'Exportar CSV', 'No hay productos para exportar'],
  ])('on %s disables %s with a reason', async (path, name, reason) => {
    const { container, user } = await openPortal(path, { settings: { strict }, answers: 'empty' });
    await loaded(container);
    expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    expect(button(name)).toHaveAccessibleDescription(reason);
    await user.keyboard('i');
    expect(document.querySelector('main [type=checkbox]')).toBeNull();
  });
});

test('clearing a filter without results shows the orders and enables printing', async () => {
  const listed = reply(listOrders, ({ query }) =>
    pageOf(Object.keys(filtersOf(query)).length > 0 ? [] : [orderRow(1)]),
  );
  const { container, user } = await openPortal('/ordenes?nroOrden=NADIE-TIENE-ESTE', { replies: [listed] });
  await loaded(container);
  expect(button('Imprimir en lote')).toHaveAttribute('aria-disabled', 'true');
  await user.click(button('Limpiar'));
  await waitFor(() => expect(button('Imprimir en lote')).not.toHaveAttribute('aria-disabled', 'true'));
});

describe.each([
  ['/stock', exportStock, 'No se pudo exportar el stock'],
  ['/fulfillment', exportFulfillment, 'No se pudieron exportar los pedidos'],
] as const)('a failed export on %s', (path, endpoint, title) => {
  async function failExport(strict: boolean) {
    const replies = [refuse(endpoint, 500, 'Se rompió')];
    const { container, user } = await openPortal(path, { replies, settings: { strict } });
    await loaded(container);
    await user.click(button('Exportar CSV'));
  }

  test('shows an alert', async () => {
    await failExport(false);
    await expectAlert(title, 'Se rompió');
    expect(consoleErrors).toEqual([]);
  });

  // D2 §8.
  test('is only logged with a strict gateway', async () => {
    await failExport(true);
    await waitFor(() => expect(consoleErrors).toEqual([`${title} ApiError: Se rompió`]));
    await waitFor(() => expect(button('Exportar CSV')).not.toHaveAttribute('aria-busy', 'true'));
    expect(document.querySelector('li[data-state="open"]')).toBeNull();
  });
});
