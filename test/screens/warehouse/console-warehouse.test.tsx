// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as labels from '#shared/orders/staff-shipment/staff-label.ts';
import * as fulfillment from '#shared/warehouse/staff-fulfillment.ts';
import { type Reply, refuse, reply, replyFile } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, buttons, dialog, field } from '#test/screens/typing.ts';

const LABEL = '7K3MQ9XW2R0-1';
const PATH = '/consola/deposito/pedido/7/9';

type Detail = fulfillment.StaffFulfillmentDetail;

const receiver = {
  receiver_name: 'Ana Paz',
  email: 'ana@example.com',
  receiver_phone: '1144445555',
  address: {
    street_name: 'Mitre',
    street_number: '10',
    floor: '',
    apartment: '',
    neighborhood_name: '',
    zip_code: '1000',
    city: 'CABA',
    state: 'CABA',
    other_info: '',
  },
} as unknown as Detail['receiver'];

const order = (changes: Partial<Detail> = {}): Detail => ({
  client_id: 7,
  company: 'Mates del Sur',
  blocked_reason: null,
  id: 9,
  order_id: 'W-9',
  tracking_id: '7K3MQ9XW2R0',
  delivery_mode: '3',
  status: 'Registrado',
  labels: [],
  reason: null,
  receiver,
  created_at: '2026-11-20T10:00:00-03:00',
  status_at: '2026-11-20T10:00:00-03:00',
  shipments: [
    {
      shipment_id: LABEL,
      state: 'Registrado',
      items: [
        { sku: 'MATE-1', barcode: '7790001001238', description: 'Mate', requested: 2, prepared: 0 },
        { sku: 'BOMBILLA', barcode: '', description: 'Bombilla', requested: 1, prepared: 0 },
      ],
      lots: [{ sku: 'MATE-1', lot: 'L1', expiry: '2027-03-01', units: 2 }],
    },
  ],
  ...changes,
});

/** Number of tones that were played. */
let tones = 0;

class FakeAudio {
  currentTime = 0;
  destination = {};
  resume = async () => undefined;
  createOscillator = () => ({
    type: '',
    frequency: { value: 0 },
    connect: () => undefined,
    stop: () => undefined,
    start: () => void tones++,
  });
}

beforeEach(() => {
  tones = 0;
  vi.stubGlobal('AudioContext', FakeAudio);
});
afterEach(() => vi.unstubAllGlobals());

const open = (replies: Reply[], role: Parameters<typeof loggedIn>[0] = 'operations', path = PATH) =>
  openConsole(path, { replies: [loggedIn(role), ...replies] });

/** Opens the order. The gateway evaluates its reply for each request. */
const opened = (read: () => Detail, ...replies: Reply[]) =>
  open([reply(fulfillment.clientFulfillment, () => ({ results: read() })), ...replies]);

/** Types a code as a scanner does, into the scan field. */
async function scan(...codes: string[]): Promise<void> {
  const input = await screen.findByLabelText('SKU o código de barras');
  for (const code of codes) {
    fireEvent.change(input, { target: { value: code } });
    fireEvent.submit(input.closest('form') as HTMLFormElement);
  }
}

const counter = (sku: string) => screen.getByRole('row', { name: new RegExp(sku) });

test('an order is packed by scanning, saved in one call, labelled and marked as ready', async () => {
  let stored = order();
  const prepared = order({ status: 'Preparado' });
  const { container, user, received } = await opened(
    () => stored,
    reply(fulfillment.prepareFulfillment, () => {
      stored = prepared;
      return { message: 'La preparación se guardó', results: prepared };
    }),
    replyFile(labels.printShipmentPdf, '%PDF', 'etiqueta.pdf'),
    reply(fulfillment.labelFulfillment, () => {
      stored = { ...prepared, labels: [LABEL] };
      return { message: 'Las etiquetas se guardaron', results: stored };
    }),
  );
  await screen.findByText('Faltan 3 unidades');
  expect(field('SKU o código de barras')).toHaveFocus();
  expect(counter('MATE-1')).toHaveTextContent('L1: 2 (vence 01/03/2027)');
  await scan('MATE-1', 'mate-1', 'BOMBILLA');
  expect(counter('MATE-1')).toHaveTextContent('2 de 2');
  expect(screen.getByText('Están todas las unidades')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  expect(tones).toBe(0);
  await user.click(button('Preparado'));
  await alertAppears('El pedido está preparado');
  const items = [
    { sku: 'MATE-1', quantity: 2 },
    { sku: 'BOMBILLA', quantity: 1 },
  ];
  expect(bodiesOf(received, fulfillment.prepareFulfillment)).toEqual([{ items, close: false }]);
  await user.click(await screen.findByRole('button', { name: `Imprimir ${LABEL} en PDF` }));
  await user.click(button('Listo para despacho'));
  await waitFor(() => expect(buttons('Listo para despacho')).toHaveLength(0));
  expect(localStorage.getItem('packing:7:9')).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('a wrong SKU and one too many sound and say what to do, and count nothing', async () => {
  await opened(() => order());
  await scan('YERBA');
  expect(screen.getByRole('alert')).toHaveTextContent('«YERBA» no es de este pedido');
  await scan('BOMBILLA', 'BOMBILLA');
  expect(screen.getByRole('alert')).toHaveTextContent('La unidad de BOMBILLA ya está preparada');
  expect(counter('BOMBILLA')).toHaveTextContent('1 de 1');
  expect(tones).toBe(2);
});

test('missing units are asked about before the order is closed without them', async () => {
  const { user, received } = await opened(
    () => order(),
    reply(fulfillment.prepareFulfillment, { message: '', results: order({ status: 'Preparado' }) }),
  );
  await scan('MATE-1');
  expect(button('Preparado')).toHaveAccessibleDescription('Escaneá las unidades que faltan');
  await user.click(button('Cerrar con faltantes'));
  const asked = await dialog('¿Cerrar el pedido con faltantes?');
  expect(asked).toHaveTextContent('Faltan 1 de MATE-1, 1 de BOMBILLA.');
  expect(bodiesOf(received, fulfillment.prepareFulfillment)).toEqual([]);
  await user.click(button('Cerrar con faltantes', asked));
  await waitFor(() => expect(bodiesOf(received, fulfillment.prepareFulfillment)).toHaveLength(1));
  expect(bodiesOf(received, fulfillment.prepareFulfillment)).toMatchObject([{ close: true }]);
});

test('a prepared order lists what is in its shipments, and what it was closed without', async () => {
  const [shipment] = order().shipments as [Detail['shipments'][number]];
  const items = shipment.items.map((item) => ({ ...item, prepared: 1 }));
  const closed = order({ status: 'Preparado', shipments: [{ ...shipment, items, lots: [] }] });
  const { container } = await opened(() => closed);
  expect(await screen.findByText('Se cerró con faltantes: 1 de MATE-1.')).toBeVisible();
  expect(counter('MATE-1')).toHaveTextContent('1 de 2');
  expect(counter('BOMBILLA')).toHaveTextContent('1 de 1');
  expect(await axeViolations(container)).toEqual([]);
});

test('what was scanned survives a reload, and one unit is taken out again', async () => {
  const first = await opened(() => order());
  await scan('MATE-1', 'MATE-1');
  first.container.remove();
  const { user } = await opened(() => order());
  await waitFor(() => expect(counter('MATE-1')).toHaveTextContent('2 de 2'));
  await user.click(button('Quitar una unidad de MATE-1'));
  expect(counter('MATE-1')).toHaveTextContent('1 de 2');
});

test('a unit that is taken out is said, with the count that it leaves', async () => {
  const { user } = await opened(() => order());
  await scan('MATE-1', 'MATE-1');
  expect(screen.getByText(/^MATE-1: 2 de 2/)).toBeVisible();
  await user.click(button('Quitar una unidad de MATE-1'));
  expect(screen.queryByText(/^MATE-1: 2 de 2/)).toBeNull();
  expect(screen.getByText(/^Quitaste una unidad. MATE-1: 1 de 2/).closest('[role=status]')).toBeVisible();
  await scan('MATE-1');
  expect(screen.getByText(/^MATE-1: 2 de 2/)).toBeVisible();
});

test('a code that is scanned with the focus on a button counts', async () => {
  await opened(() => order());
  await screen.findByText('Faltan 3 unidades');
  button('Cerrar con faltantes').focus();
  fireEvent.keyDown(button('Cerrar con faltantes'), { key: 'M' });
  expect(field('SKU o código de barras')).toHaveFocus();
});

test('a refused preparation keeps what was scanned and says why', async () => {
  const { user } = await opened(() => order(), refuse(fulfillment.prepareFulfillment, 422, 'El pedido está cancelado'));
  await scan('MATE-1', 'MATE-1', 'BOMBILLA');
  await user.click(button('Preparado'));
  await alertAppears('El pedido está cancelado');
  expect(counter('MATE-1')).toHaveTextContent('2 de 2');
});

test('a cancelled order says that its products go back to the shelf', async () => {
  await opened(() => order({ status: 'Cancelado', reason: 'Se arrepintió' }));
  await screen.findByText(/Se arrepintió\. Devolvé los productos al estante/);
});

test('who may not prepare reads why', async () => {
  await open([reply(fulfillment.clientFulfillment, { results: order() })], 'finance');
  await scan('MATE-1', 'MATE-1', 'BOMBILLA');
  expect(button('Preparado')).toHaveAccessibleDescription(/no podés cambiar el depósito/);
});

/** An order as the list has it. */
const listed = (changes: Partial<Detail> = {}) => ({
  ...order(changes),
  lines: 2,
  units: 3,
  city: 'Rosario',
  state: 'Santa Fe',
  prepare_by: '2026-11-24',
});

test('orders of all clients are listed, filtered and opened', async () => {
  const list = reply(fulfillment.staffFulfillments, ({ query }) => ({
    results: query['filter[status]'] === 'Registrado' ? [listed()] : [],
    pagination: { page: 1, pages: 1, total: query['filter[status]'] === 'Registrado' ? 1 : 0, limit: 50 },
  }));
  const { container, user } = await open([list], 'operations', '/consola/deposito');
  const row = await screen.findByRole('row', { name: /W-9/ });
  expect(row).toHaveTextContent('Mates del Sur');
  for (const text of ['Rosario, Santa Fe', '3 unidades', '2 productos', '24/11/2026, vencido'])
    expect(row).toHaveTextContent(text);
  expect(within(row).getByRole('link')).toHaveAttribute('href', PATH);
  expect(await axeViolations(container)).toEqual([]);
  await user.selectOptions(field('Estado'), 'Preparados');
  await screen.findByText('No hay pedidos preparados');
  expect(window.location.search).toBe('?estado=Preparado');
});

test('the orders of a blocked client are marked with the reason, in the list and where they are packed', async () => {
  const blocked = order({ blocked_reason: 'Deuda vencida' });
  const pagination = { page: 1, pages: 1, total: 1, limit: 50 };
  const list = reply(fulfillment.staffFulfillments, {
    results: [listed({ blocked_reason: 'Deuda vencida' })],
    pagination,
  });
  await open([list], 'operations', '/consola/deposito');
  const row = await screen.findByRole('row', { name: /W-9/ });
  expect(row).toHaveTextContent('Cliente bloqueado');
  expect(row).toHaveTextContent('Deuda vencida');
  cleanup();
  await opened(() => blocked);
  await screen.findByText('Cliente bloqueado');
  expect(screen.getByText('Deuda vencida')).toBeVisible();
});
