// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { currentUser } from '#shared/people/account.ts';
import { approvalReason } from '#shared/people/rules/approval.ts';
import { type ClientPermission, refusalReason, type UserRole } from '#shared/people/rules/permissions.ts';
import { refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { fillMeasures, fillOrder, openNewOrder, shipment } from '#test/screens/orders/order-form.ts';
import { openPalette, option } from '#test/screens/shell/palette.ts';
import { alertAppears, button, buttons, field } from '#test/screens/typing.ts';

const { results: sampleUser, ...sample } = sampleReply(currentUser);

/** Builds the reply to the user call for a role. Without a role it is that of a gateway without roles. */
const userWith = (role?: UserRole) => {
  const { role: _, ...rest } = sample as typeof sample & { role?: UserRole };
  const { role: __, ...results } = (sampleUser ?? {}) as { role?: UserRole };
  return reply(currentUser, () => ({ ...rest, results: { ...results, ...(role && { role }) }, ...(role && { role }) }));
};

async function open(path: string, role?: UserRole) {
  const portal = await openPortal(path, { replies: [userWith(role)] });
  await loaded(portal.container);
  return portal;
}

/** Waits until the buttons with this name are disabled and explain which role may use them. */
const refused = (name: string, role: UserRole, permission: ClientPermission) =>
  waitFor(() => {
    const found = buttons(name);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) {
      expect(each).toHaveAttribute('aria-disabled', 'true');
      expect(each).toHaveAccessibleDescription(refusalReason(role, permission));
    }
  });

/** Buttons of each screen, with the permission that they require. */
const CONTROLS: [path: string, name: string, permission: ClientPermission][] = [
  ['/ordenes', 'Nueva Orden', 'orders'],
  ['/ordenes', 'Imprimir en lote', 'orders'],
  ['/ordenes', 'Pagar en lote', 'payments'],
  ['/envios', 'Imprimir en lote', 'orders'],
  ['/logistica-inversa', 'Nueva Orden', 'orders'],
  ['/carga-masiva', 'Subir Archivo', 'orders'],
  ['/productos', 'Nuevo', 'products'],
  ['/productos', 'Importar CSV', 'products'],
  ['/usuario', 'Agregar dirección', 'company'],
  ['/usuario', 'Agregar paquete', 'company'],
  ['/calculadora', 'Agregar a paquetes frecuentes', 'company'],
];

describe('a client whose registration the provider reviews', () => {
  const unapproved = approvalReason({ approved: false, rejectionReason: null }) ?? '';
  const waiting = reply(currentUser, () => ({
    ...sample,
    results: { ...sampleUser, role: 'owner', approved: false, rejection_reason: null },
  }));

  test.each(CONTROLS)('%s: reads why «%s» is disabled', async (path, name) => {
    const portal = await openPortal(path, { replies: [waiting] });
    await loaded(portal.container);
    await waitFor(() => {
      for (const each of buttons(name)) expect(each).toHaveAccessibleDescription(unapproved);
    });
    expect(screen.getAllByText(unapproved).length).toBeGreaterThan(0);
  });
});

describe('a user who may only read', () => {
  test.each(CONTROLS)('%s: reads why «%s» is disabled, and sends no writing call', async (path, name, permission) => {
    const { user, received } = await open(path, 'viewer');
    await refused(name, 'viewer', permission);
    for (const each of buttons(name)) await user.click(each);
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(received.filter(({ endpoint }) => endpoint.method !== 'GET')).toEqual([]);
  });

  test('reads in the palette why no order can be created', async () => {
    const { user } = await open('/estadisticas', 'viewer');
    await refused('Nueva Orden', 'viewer', 'orders');
    await openPalette(user);
    await user.paste('Nueva Orden');
    await waitFor(() => expect(option(/^Nueva Orden/)).toHaveAttribute('aria-disabled', 'true'));
    expect(option(/^Nueva Orden/)).toHaveTextContent(refusalReason('viewer', 'orders'));
  });
});

test('a user of operations creates and prints, and may neither pay nor change the company', async () => {
  await open('/ordenes', 'operations');
  await refused('Pagar en lote', 'operations', 'payments');
  expect(button('Imprimir en lote')).not.toHaveAttribute('aria-disabled');
  expect(buttons('Nueva Orden')).toEqual([]);
  expect(screen.getByText('Nueva Orden', { selector: 'main a' })).toBeVisible();
});

test('a user of billing pays, and creates no orders', async () => {
  await open('/ordenes', 'billing');
  await refused('Nueva Orden', 'billing', 'orders');
  expect(button('Pagar en lote')).not.toHaveAttribute('aria-disabled');
});

test('before a gateway without roles nothing is disabled', async () => {
  await open('/ordenes');
  expect(button('Pagar en lote')).not.toHaveAttribute('aria-disabled');
  expect(button('Imprimir en lote')).not.toHaveAttribute('aria-disabled');
  expect(buttons('Nueva Orden')).toEqual([]);
});

test('a role that is lowered while an order is written shows the refusal and keeps the form', async () => {
  const message = refusalReason('viewer', 'orders');
  const { user } = await openNewOrder({ replies: [refuse(createOrder, 403, message)] });
  await fillOrder(user);
  fillMeasures(1);
  await user.click(button('Guardar'));
  await alertAppears(message);
  expect(field('Calle')).toHaveValue('Av. Raúl Scalabrini Ortiz');
  expect(field('Peso', shipment(1))).toHaveValue('500');
});
