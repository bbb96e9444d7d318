// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createPayment } from '#shared/money/payments.ts';
import { HAS_PAYMENT } from '#shared/money/rules/order-payment.ts';
import { batchOrderLabels } from '#shared/orders/labels.ts';
import { closePending, listPending, type PendingItem, snoozePending } from '#shared/orders/pending.ts';
import { isClosable, KIND_NAMES, type OpenItemKind } from '#shared/orders/rules/open-item-kinds.ts';
import { type FakeGatewayOptions, type Reply, refuse, reply, replyFile } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { alertAppears } from '#test/screens/typing.ts';

const deadline = (days_left: number, minutes_left: number) => ({
  at: '2026-09-10T16:00:00-03:00',
  days_left,
  minutes_left,
});

function item(kind: OpenItemKind, changes: Partial<PendingItem> = {}): PendingItem {
  const id = KIND_NAMES.indexOf(kind) + 1;
  return {
    id,
    kind,
    detail: null,
    since: '2026-09-09T16:00:00-03:00',
    deadline: null,
    amount: 10,
    closable: isClosable(kind),
    thing: { id, name: `W-${id}`, tracking_id: `AR${id}`, description: 'Juan Paz' },
    snooze_until: ['print', 'pay', 'late'].includes(kind) ? null : '2026-09-12',
    ...changes,
  };
}

const listed = (...results: PendingItem[]) => {
  const kinds = KIND_NAMES.flatMap((kind) => {
    const total = results.filter((one) => one.kind === kind).length;
    return total > 0 ? [{ kind, total, overdue: 0 }] : [];
  });
  const pagination = { page: 1, pages: 1, total: results.length, limit: 10 };
  return reply(listPending, { results, pagination, today: '2026-09-09', kinds });
};

async function open(items: PendingItem[], replies: Reply[] = [], options: FakeGatewayOptions = {}) {
  const portal = await openPortal('/pendientes', { ...options, replies: [...replies, listed(...items)] });
  await loaded(portal.container);
  return portal;
}

const rows = () => screen.getAllByRole('row').slice(1);
const cells = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const select = (name: string) => screen.getByRole('checkbox', { name: `Elegir ${name}` });
const SINCE = 'Desde el 09/09/2026 16:00';

describe('What requires an action', () => {
  const TEXTS: [OpenItemKind, Partial<PendingItem>, what: string, why: string, action: string][] = [
    [
      'last_attempt',
      { detail: 'Intentos de entrega agotados' },
      'Último intento fallido',
      'Intentos de entrega agotados',
      'Decidir',
    ],
    ['wrong_address', {}, 'Dirección a corregir', 'No encontramos el domicilio', 'Corregir dirección'],
    ['failed_visit', { detail: 'Destinatario ausente' }, 'Visita fallida', 'Destinatario ausente', 'Corregir datos'],
    ['pickup_waiting', {}, 'Espera en la sucursal', 'Si nadie lo retira, vuelve', 'Avisar al comprador'],
    ['late', {}, 'Envío demorado', 'Pasó la fecha prometida y sigue en camino', 'Ver la orden'],
    ['print', { detail: '2' }, 'Etiqueta por imprimir', '2 etiquetas sin imprimir', 'Ver e imprimir'],
    [
      'payment_attention',
      { detail: 'approved_after_cancel' },
      'Pago para revisar',
      'Recibimos dinero que no pudimos aplicar',
      'Ver los pagos',
    ],
    ['pay', {}, 'Orden sin pagar', 'No sale hasta que la pagues', 'Ver y pagar'],
    ['modification_rejected', { detail: 'Ya salió' }, 'Modificación rechazada', 'Ya salió', 'Ver la orden'],
    ['failed_rows', { detail: '1' }, 'Archivo con filas fallidas', '1 fila no se pudo crear', 'Ver las filas'],
    ['stock_short', {}, 'Producto sin stock', 'No quedan unidades libres para órdenes nuevas', 'Ver el stock'],
    ['stock_expiring', { detail: '4' }, 'Producto por vencer', '4 unidades vencidas o por vencer', 'Ver el stock'],
    ['not_collected', {}, 'Impresa y sin retirar', 'Pasaron dos días hábiles desde que la imprimiste', 'Ver la orden'],
    ['invitation_expiring', {}, 'Invitación por vencer', 'Todavía no la aceptaron', 'Reenviar o retirar'],
    [
      'second_factor',
      {},
      'Segundo paso sin activar',
      'Hay un solo Dueño, y su contraseña alcanza para entrar a la cuenta',
      'Activar',
    ],
  ];

  test('names what happened, why, until when, and one main action for each kind', async () => {
    expect(TEXTS.map(([kind]) => kind)).toEqual(KIND_NAMES);
    await open(TEXTS.map(([kind, changes]) => item(kind, changes)));
    for (const [index, [, , what, why, action]] of TEXTS.entries()) {
      const [, first, second, third] = cells(rows()[index]);
      expect([first, second, third]).toEqual([`${what}W-${index + 1} · Juan Paz`, `${why}${SINCE}`, 'Sin plazo']);
      within(rows()[index] as HTMLElement).getByRole('link', { name: `${action}: W-${index + 1}` });
    }
    const views = within(screen.getByRole('navigation', { name: 'Vistas rápidas' })).getAllByRole('link');
    expect(views.map(({ textContent }) => textContent).slice(0, 3)).toEqual([
      'Todo15',
      'Para resolver12',
      'Último intento1',
    ]);
  });

  test('shows deadlines by the server’s clock', async () => {
    await open([
      item('failed_visit', { deadline: deadline(-2, -2880) }),
      item('wrong_address', { deadline: deadline(0, 90) }),
      item('last_attempt', { deadline: deadline(1, 1500) }),
    ]);
    expect(rows().map((row) => cells(row)[3])).toEqual(['Venció hace 2 días', 'Vence hoy 16:00', 'Vence mañana 16:00']);
  });

  test('has a lower bound as its number, and a notice, where a kind is counted only up to the maximum', async () => {
    const kinds = [
      { kind: 'failed_visit' as const, total: 1000, overdue: 0 },
      { kind: 'print' as const, total: 3, overdue: 0 },
    ];
    const pagination = { page: 1, pages: 101, total: 1003, limit: 10 };
    const many = reply(listPending, { results: [item('failed_visit')], pagination, today: '2026-09-09', kinds });
    await open([], [many]);
    expect(screen.getByRole('status')).toHaveTextContent('1.003+ pendientes');
    const views = within(screen.getByRole('navigation', { name: 'Vistas rápidas' })).getAllByRole('link');
    expect(views.map(({ textContent }) => textContent)).toEqual([
      'Todo1.003+',
      'Para resolver1.000+',
      'Visitas fallidas1.000+',
      'Por imprimir3',
    ]);
    expect(screen.getByText(/se ven los primeros 1.000 de cada tipo/)).toBeInTheDocument();
  });

  test('is one sentence if there is nothing to do', async () => {
    await open([]);
    expect(screen.getByText('Todo en orden')).toBeInTheDocument();
    expect(await axeViolations(document.body)).toEqual([]);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('is accessible with items of every kind, and after it fails to load', async () => {
    const { container } = await open(KIND_NAMES.map((kind) => item(kind)));
    expect(await axeViolations(container)).toEqual([]);
    cleanup();
    const { container: failed } = await open([], [refuse(listPending, 422, 'No se pudo')]);
    expect(screen.getByText('Ocurrió un error')).toBeInTheDocument();
    expect(await axeViolations(failed)).toEqual([]);
  });

  test('is absent before a gateway without the call', async () => {
    const { received } = await open([item('late')], [], { settings: { strict: true } });
    expect(screen.getByText('Tu proveedor no tiene habilitada esta función')).toBeInTheDocument();
    expect(received.filter(({ endpoint }) => endpoint === listPending)).toEqual([]);
  });
});

describe('Selected items', () => {
  const two = (kind: OpenItemKind, changes: Partial<PendingItem> = {}) => [
    item(kind, changes),
    item(kind, { ...changes, id: 99, thing: { id: 99, name: 'W-99', tracking_id: 'AR99', description: null } }),
  ];

  test('of orders to print are printed as selected, and their labels open again', async () => {
    const { user, received } = await open(two('print', { detail: '2' }), [
      replyFile(batchOrderLabels, '%PDF', 'etiquetas.pdf'),
    ]);
    await user.click(select('W-99'));
    await user.click(select('W-6'));
    await screen.findByText('2 órdenes seleccionadas');
    await user.click(screen.getByRole('button', { name: /^Imprimir \(2\)/ }));
    await screen.findByText('2 órdenes · 4 etiquetas listas');
    expect(screen.getByRole('button', { name: 'Abrir de nuevo' })).toBeInTheDocument();
    const sent = received.filter(({ endpoint }) => endpoint === batchOrderLabels).map(({ body }) => body);
    expect(sent).toEqual([{ orders_id: [99, 6] }]);
  });

  test('of orders to pay are paid in one payment; one with an open payment can’t be selected', async () => {
    const paying = item('pay', {
      id: 50,
      detail: HAS_PAYMENT,
      thing: { id: 50, name: 'W-50', tracking_id: 'AR50', description: null },
    });
    const { user, received } = await open([...two('pay', { amount: 1500 }), paying]);
    expect(screen.queryByRole('checkbox', { name: 'Elegir W-50' })).toBeNull();
    expect(cells(rows()[2])[2]).toBe(`${HAS_PAYMENT}${SINCE}`);
    await user.click(select('W-8'));
    await user.click(select('W-99'));
    await screen.findByText('Total: $ 3.000,00');
    await user.click(screen.getByRole('button', { name: /^Pagar \(2\)/ }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Pagar' }));
    await waitFor(() => expect(received.some(({ endpoint }) => endpoint === createPayment)).toBe(true));
    const sent = received.filter(({ endpoint }) => endpoint === createPayment).map(({ body }) => body);
    expect(sent).toEqual([{ orders: [8, 99] }]);
  });

  test('are of one kind, and are snoozed or closed together', async () => {
    const { user, received } = await open([...two('failed_visit'), item('failed_rows')]);
    await user.click(select('W-3'));
    expect(screen.queryByRole('checkbox', { name: 'Elegir W-10' })).toBeNull();
    await user.click(select('W-99'));
    await user.click(screen.getByRole('button', { name: /^Posponer hasta mañana \(2\)/ }));
    await alertAppears('Vuelve el 10/09');
    expect(received.filter(({ endpoint }) => endpoint === snoozePending).map(({ body }) => body)).toEqual([
      { until: '2026-09-10' },
      { until: '2026-09-10' },
    ]);
    await user.click(select('W-10'));
    await user.click(screen.getByRole('button', { name: /^Listo \(1\)/ }));
    await waitFor(() => expect(received.some(({ endpoint }) => endpoint === closePending)).toBe(true));
  });

  test('stay selected where the action failed', async () => {
    const { user } = await open(two('failed_rows'), [
      {
        endpoint: closePending,
        respond: (request) => {
          const failed = request.url.pathname.includes('/99/');
          const { respond } = failed ? refuse(closePending, 422, 'No') : reply(closePending, { message: 'Listo' });
          return respond(request);
        },
      },
    ]);
    await user.click(select('W-10'));
    await user.click(select('W-99'));
    await user.click(screen.getByRole('button', { name: /^Listo \(2\)/ }));
    await alertAppears('No se pudo');
    await screen.findByText('1 pendiente elegido');
    expect(select('W-10')).not.toBeChecked();
    expect(select('W-99')).toBeChecked();
  });
});
