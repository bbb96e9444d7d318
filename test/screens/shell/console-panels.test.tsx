// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as payments from '#shared/money/staff-payments.ts';
import type { Queue } from '#shared/orders/rules/queues.ts';
import * as modifications from '#shared/orders/staff-modifications.ts';
import * as queues from '#shared/orders/staff-queues.ts';
import * as reschedules from '#shared/orders/staff-reschedules.ts';
import * as shipments from '#shared/orders/staff-shipments.ts';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import * as fulfillment from '#shared/warehouse/staff-fulfillment.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { request } from '#test/screens/orders/shipments/console-queue.ts';
import { CLIENT, USER } from '#test/screens/people/console-clients.ts';
import { alertAppears, bodiesOf, button, dialog } from '#test/screens/typing.ts';

const AT = '2026-11-20T10:00:00-03:00';

/** A queue with these items of the client 7. */
const waiting = (queue: Queue, ...ids: number[]) =>
  reply(queues.listQueue, () => ({
    results: ids.map((id) => ({
      queue,
      client_id: id,
      company: 'Mates del Sur',
      thing_id: id,
      name: `T-${id}`,
      tracking_id: null,
      state: null,
      since: AT,
      beyond: false,
      assigned_to: null,
      snoozed_until: null,
    })),
    pagination: { page: 1, pages: 1, total: ids.length, limit: 50 },
  }));

/** Opens the console as an administrator, with its keyboard shortcuts. */
async function open(path: string, replies: Reply[]) {
  const opened = await openConsole(path, { replies: [loggedIn('admin'), ...replies] });
  // The console's modules are loaded again by each test.
  const { startShortcuts: start } = await import('#web/kit/lib/shortcuts.ts');
  return { ...opened, stop: start() };
}

const registration = (changes: object = {}) => ({
  ...CLIENT,
  state: 'pending' as const,
  approved_at: null,
  decided_by: null,
  ...changes,
});
const PEOPLE = reply(users.listClientUsers, { results: [USER] });

test('a registration shows its people and who else has its CUIT, and is approved by keyboard', async () => {
  const twin = registration({ client_id: 9, nombre_empresa: 'Mates del Norte', state: 'approved' });
  const approve = reply(clients.approveClient, { message: 'El cliente está aprobado', results: CLIENT });
  const { container, user, received, stop } = await open('/consola/colas/altas/7/7', [
    waiting('approvals', 7, 8),
    reply(clients.readClient, { results: registration({ same_cuit: 1 }) }),
    reply(clients.listClients, {
      results: [registration(), twin],
      pagination: { page: 1, pages: 1, total: 2, limit: 10 },
    }),
    PEOPLE,
    approve,
  ]);
  await screen.findByRole('link', { name: 'Mates del Norte' });
  expect(await screen.findByRole('row', { name: /Ana Núñez/ })).toHaveTextContent('Activo');
  expect(await axeViolations(container)).toEqual([]);
  await user.keyboard('e');
  await screen.findByText(/El cliente está aprobado/);
  expect(bodiesOf(received, clients.approveClient)).toEqual([{ seen: 'pending' }]);
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'T-8' })).toHaveFocus());
  expect(consoleErrors).toEqual([]);
  stop();
});

test('a registration that somebody else rejected meanwhile shows who, when and why', async () => {
  let found = registration();
  const read: Reply = {
    endpoint: clients.readClient,
    respond: () => new Response(JSON.stringify({ results: found })),
  };
  const { user } = await open('/consola/colas/altas/7/7', [
    waiting('approvals', 7),
    read,
    PEOPLE,
    refuse(clients.approveClient, 409, 'Este registro ya fue decidido: Rechazado'),
  ]);
  await screen.findByRole('button', { name: 'Aprobar' });
  found = {
    ...registration({ state: 'rejected', rejected_at: AT, decided_by: 'Beto Paz' }),
    rejection_reason: 'CUIT de otra empresa',
  };
  await user.click(button('Aprobar'));
  await alertAppears('Este registro ya fue decidido: Rechazado');
  await screen.findByText('Rechazado por Beto Paz, 20/11/2026 10:00: CUIT de otra empresa');
});

test('a registration without an activated account can’t be approved', async () => {
  const read = reply(clients.readClient, { results: registration({ activated_at: null }) });
  await open('/consola/colas/altas/7/7', [waiting('approvals', 7), read, PEOPLE]);
  expect(await screen.findByRole('button', { name: 'Aprobar' })).toHaveAccessibleDescription(/no activó su cuenta/);
  expect(button('Rechazar')).not.toHaveAttribute('aria-disabled', 'true');
});

test('who may not decide registrations reads why', async () => {
  const read = reply(clients.readClient, { results: registration() });
  await openConsole('/consola/colas/altas/7/7', {
    replies: [loggedIn('support'), waiting('approvals', 7), read, PEOPLE],
  });
  for (const name of ['Aprobar', 'Rechazar']) {
    expect(await screen.findByRole('button', { name })).toHaveAccessibleDescription(/no podés cambiar clientes/);
  }
});

test('another day of delivery shows the day, the note and the shipment, and is rejected with a reason', async () => {
  const request = {
    client_id: 7,
    id: 7,
    order_id: 'W-7',
    shipment_id: '7K3MQ9XW2R0-1',
    state: 'Pendiente' as const,
    date: '2026-11-27',
    note: 'Después de las 18',
    reason: null,
    requested_at: AT,
    decided_at: null,
  };
  const shipment = reply(shipments.readStaffShipment, {
    results: {
      order_id: 'W-7',
      tracking_id: '7K3MQ9XW2R0',
      delivery_mode: { id: 1, name: 'A domicilio' },
      history: [],
      receiver: { address_city: 'Rosario', address_state: 'Santa Fe' },
    } as never,
  });
  const { user, received, stop } = await open('/consola/colas/reprogramaciones/7/7', [
    waiting('reschedules', 7, 8),
    reply(reschedules.readReschedule, { results: { ...request, decided_by: null, approval_refusal: null } }),
    reply(reschedules.decideReschedule, { message: 'Se rechazó', results: request }),
    shipment,
  ]);
  await screen.findByText('Después de las 18');
  expect(screen.getByText('27/11/2026')).toBeVisible();
  await screen.findByText('Rosario, Santa Fe');
  await user.keyboard('r');
  await dialog();
  await user.keyboard('Ya salió a reparto{Enter}');
  await screen.findByText('Se rechazó');
  expect(bodiesOf(received, reschedules.decideReschedule)).toEqual([{ approved: false, reason: 'Ya salió a reparto' }]);
  stop();
});

test('a change of an order whose shipments have ended can only be rejected, and says why', async () => {
  const approval_refusal = 'No se puede editar: los envíos de la orden ya finalizaron';
  const rejected = { message: 'Se rechazó', results: request(7, { state: 'Rechazado' }) };
  const { container, user, received, stop } = await open('/consola/colas/modificaciones/7/7', [
    waiting('modifications', 7, 8),
    reply(modifications.readModification, { results: request(7, { approval_refusal }) }),
    reply(modifications.decideModification, rejected),
  ]);
  expect(await screen.findByText(new RegExp(`^${approval_refusal}`))).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Aprobar/ })).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  await user.keyboard('er');
  await dialog();
  await user.keyboard('Se perdió{Enter}');
  await screen.findByText('Se rechazó');
  expect(bodiesOf(received, modifications.decideModification)).toEqual([{ approved: false, reason: 'Se perdió' }]);
  stop();
});

test('a payment says why it needs attention, and names its orders', async () => {
  const read = reply(payments.readStaffPayment, {
    results: {
      client_id: 7,
      id: 7,
      state: { id: 41, name: 'Cancelado' },
      amount: 100,
      currency: 'ARS' as const,
      preference_id: 'p',
      payment_id: '99',
      provider_status: 'approved',
      attention: 'paid_twice' as const,
      attention_at: AT,
      open_case: true,
      created_at: AT,
      confirmed_at: null,
      cancelled_at: AT,
      closures: [],
      orders: [{ order_id: 'W-7', tracking_id: '7K3MQ9XW2R0', amount: 100 }],
    },
  });
  const { container } = await open('/consola/colas/pagos/7/7', [waiting('payments', 7), read]);
  await screen.findByText('Pagado dos veces, 20/11/2026 10:00');
  expect(screen.getByRole('row', { name: /W-7 7K3MQ9XW2R0/ })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test('a payment’s case is closed with how it was resolved, by keyboard, and shows who closed an earlier one', async () => {
  const payment = {
    client_id: 7,
    id: 7,
    state: { id: 56, name: 'Pago confirmado' },
    amount: 100,
    currency: 'ARS' as const,
    preference_id: 'p',
    payment_id: '99',
    provider_status: 'refunded',
    attention: 'refunded' as const,
    attention_at: AT,
    open_case: true,
    created_at: AT,
    confirmed_at: AT,
    cancelled_at: null,
    orders: [],
    closures: [{ attention: 'paid_twice' as const, reason: 'Se devolvió uno', by: 'Beto Paz', at: AT }],
  };
  const close = reply(payments.closePaymentCase, { message: 'El caso se cerró', results: payment });
  const { user, received, stop } = await open('/consola/colas/pagos/7/7', [
    waiting('payments', 7),
    reply(payments.readStaffPayment, { results: payment }),
    close,
  ]);
  await screen.findByText('Pagado dos veces: lo cerró Beto Paz, 20/11/2026 10:00. Se devolvió uno');
  await user.keyboard('e');
  await dialog();
  await user.keyboard('{Enter}');
  await screen.findAllByText('Escribí cómo se resolvió');
  await user.keyboard('Lo aceptó el cliente{Enter}');
  await alertAppears('El caso se cerró');
  expect(bodiesOf(received, payments.closePaymentCase)).toEqual([
    { attention: 'refunded', reason: 'Lo aceptó el cliente' },
  ]);
  stop();
});

test('a late preparation shows its products', async () => {
  const read = reply(fulfillment.clientFulfillment, {
    results: {
      client_id: 7,
      company: 'Mates',
      blocked_reason: null,
      id: 7,
      order_id: 'W-7',
      tracking_id: '7K3MQ9XW2R0',
      delivery_mode: '1',
      status: 'Registrado' as const,
      labels: [],
      reason: null,
      created_at: AT,
      status_at: AT,
      shipments: [
        {
          shipment_id: '7K3MQ9XW2R0-1',
          state: 'En preparación',
          lots: [],
          items: [{ sku: 'MATE-1', barcode: '', description: 'Mate de calabaza', requested: 3, prepared: 1 }],
        },
      ],
      receiver: {} as never,
    },
  });
  const { container } = await open('/consola/colas/preparacion/7/7', [waiting('preparation', 7), read]);
  expect(await screen.findByRole('row', { name: /MATE-1/ })).toHaveTextContent('Mate de calabaza1 de 3');
  expect(await axeViolations(container)).toEqual([]);
});
