// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { batchShipmentLabels, MAX_LABELS } from '#shared/orders/labels.ts';
import { listShipments, type ShipmentRow } from '#shared/orders/shipments.ts';
import { alertBoxes, openTabs } from '#test/screens/browser-windows.ts';
import { type Reply, refuse, reply, replyFile } from '#test/screens/fake-gateway.ts';
import { answer, button, buttons, findButton, question, requestsOf, rowWith } from '#test/screens/list-page.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { pageOf, shipmentRow, specified } from '#test/screens/orders/order-replies.ts';

const label = (number: number) => `K7M2P9QX001-${number}`;
const box = (number: number) => screen.getByLabelText(`Elegir ${label(number)}`);
const bar = () => document.querySelector<HTMLElement>('[aria-label="Selección"]');

const labels = replyFile(batchShipmentLabels, '%PDF-', 'etiquetas.pdf');

/** Opens three shipments of one order, of which the first was printed, in the print mode. */
async function openPrintMode(
  first: Partial<ShipmentRow>,
  { printing = labels, strict = false }: { printing?: Reply; strict?: boolean } = {},
) {
  const tabs = openTabs();
  const rows = pageOf([shipmentRow(1, first), shipmentRow(2), shipmentRow(3)]);
  const replies = [reply(listShipments, strict ? specified(listShipments, rows) : rows), printing];
  const portal = await openPortal('/envios', { settings: { strict }, replies });
  await loaded(portal.container);
  await portal.user.click(button('Imprimir en lote'));
  await waitFor(() => expect(bar()).toBeVisible());
  const printed = () => requestsOf(portal.received, batchShipmentLabels).map(({ body }) => body);
  return { ...portal, replies, tabs, printed };
}

async function pick(user: UserEvent, ...numbers: number[]): Promise<void> {
  for (const number of numbers) await user.click(box(number));
}

describe('Printing shipments in a batch', () => {
  test('has no selection at first and explains what to do', async () => {
    await openPrintMode({});
    expect(bar()).toHaveTextContent('Elegí los envíos que querés imprimir');
    expect(button('Imprimir (0)')).toHaveAttribute('aria-disabled', 'true');
  });

  test('asks for a confirmation before labels are printed again, and prints nothing without it', async () => {
    const { user, tabs, printed } = await openPrintMode({ printed_by_client: true });
    await pick(user, 1, 2);
    expect(bar()).toHaveTextContent('1 ya se imprimió');
    await user.click(button('Imprimir (2)'));
    expect(await question()).toHaveTextContent('Una de estas etiquetas ya se imprimió. ¿La imprimís de nuevo?');
    expect(await axeViolations(await question())).toEqual([]);
    await answer(user, 'Volver');
    expect([printed(), tabs]).toEqual([[], []]);
    await user.click(button('Imprimir (2)'));
    await answer(user, 'Imprimir todas');
    await waitFor(() => expect(tabs[0]?.shows).toMatch(/^blob:/));
    expect(printed()).toEqual([{ shippings_id: [1, 2] }]);
  });

  test.each([false, true])(
    'offers to print only the shipments that weren’t printed yet (strict: %s)',
    async (strict) => {
      const { user, tabs, printed } = await openPrintMode({ printed_by_client: true }, { strict });
      await pick(user, 1, 2, 3);
      await user.click(button('Imprimir (3)'));
      await answer(user, 'Imprimir sólo las 2 nuevas');
      await waitFor(() => expect(tabs[0]?.shows).toMatch(/^blob:/));
      expect(printed()).toEqual([{ shippings_id: [2, 3] }]);
      expect(await findButton('Imprimir (0)')).toBeVisible();
    },
  );

  test.each([
    ['Entregado', 'No se puede imprimir: el envío ya finalizó'],
    ['Pendiente de Pago', 'No se puede imprimir: falta pagar la orden'],
  ])('shows why a shipment in state %s can’t be selected, and offers it no label', async (state, reason) => {
    const { container } = await openPrintMode({ state, printable: false });
    const row = rowWith(container, label(1));
    expect(button(`${label(1)}: ${reason}`, row)).toBeVisible();
    expect(row.querySelector('[type=checkbox]')).toBeNull();
    expect(buttons(/^Imprimir/, row)).toEqual([]);
  });

  test('shows the progress of a long print job, which can be cancelled', async () => {
    const never: Reply = { endpoint: batchShipmentLabels, respond: () => new Promise(() => {}) };
    const { user, tabs } = await openPrintMode({}, { printing: never });
    await pick(user, 1);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.click(button('Imprimir (1)'));
    act(() => void vi.advanceTimersByTime(4000));
    vi.useRealTimers();
    await waitFor(() => expect(bar()).toHaveTextContent('Estamos armando 1 etiqueta…'));
    await user.click(button('Cancelar'));
    await waitFor(() => expect(bar()).not.toHaveTextContent('Estamos armando'));
    expect(button('Imprimir (1)')).not.toHaveAttribute('aria-disabled', 'true');
    expect(tabs).toEqual([{ shows: null, closed: true }]);
  });

  test('names the shipments that were refused, and prints on retry', async () => {
    const boxes = alertBoxes();
    const message = `No se puede imprimir el envío ${label(1)}: falta pagar la orden`;
    const printing = refuse(batchShipmentLabels, 422, message, [{ field: 'shippings_id', message }]);
    const { user, tabs, replies } = await openPrintMode({}, { printing });
    await pick(user, 1);
    await user.click(button('Imprimir (1)'));
    expect(await screen.findByText(message)).toBeVisible();
    expect(boxes).toEqual(['Hubo un problema con la impresion de etiquetas']);
    replies[1] = labels;
    await user.click(button('Reintentar'));
    await waitFor(() => expect(tabs[1]?.shows).toMatch(/^blob:/));
    expect(screen.queryByText(message)).toBeNull();
  });

  test('stops at the maximum number of labels of a batch with a message', async () => {
    // Rows of 500 labels would take jsdom half a minute.
    vi.doMock('#shared/orders/labels.ts', async (original) => ({ ...(await original<object>()), MAX_LABELS: 2 }));
    onTestFinished(() => void vi.doUnmock('#shared/orders/labels.ts'));
    const { user } = await openPrintMode({});
    await pick(user, 1, 2);
    expect(bar()).toHaveTextContent('2 envíos seleccionados');
    expect(bar()).not.toHaveTextContent('Hasta 500');
    await user.click(screen.getByLabelText('Elegir todas las filas de esta página'));
    expect(bar()).toHaveTextContent('2 envíos seleccionados');
    expect(bar()).toHaveTextContent('Hasta 500 etiquetas por vez');
    expect(MAX_LABELS).toBe(500);
  });
});
