// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readOrder } from '#shared/orders/orders.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import { button, dialog } from '#test/screens/typing.ts';
import { editableOrder } from './editable-order.ts';
import { orderReplies } from './order-form.ts';

const order = reply(readOrder, { results: editableOrder() });

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fields = () => [...document.querySelectorAll<Field>('form :is(input, select, textarea)[name]')];

const values = () => fields().map(({ name, value }) => `${name}=${value}`);

/** Focuses every field and goes back again, like the Tab key. */
async function passThrough(): Promise<void> {
  const before = values();
  expect(before.length).toBeGreaterThan(1);
  for (const order of [fields(), fields().reverse()]) {
    for (const field of order) act(() => field.focus());
    act(() => (document.activeElement as HTMLElement).blur());
  }
  // Waits for responses to look-ups that leaving a field would start.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(values()).toEqual(before);
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
  expect(screen.queryByText('Ocurrió un error')).toBeNull();
}

describe.each([false, true])('fields that get and lose the focus keep their values, strict %s', (strict) => {
  const open = (path: string, stored = SESSION) =>
    openPortal(path, { settings: { strict }, replies: [...orderReplies(), order] }, stored);

  test.each(['/ordenes/nueva-orden', '/logistica-inversa/nueva-orden'])('on %s', async (path) => {
    const { container, user } = await open(path);
    await screen.findByLabelText('Nro. de Orden Interno');
    await loaded(container);
    await user.click(button('Agregar Ítem'));
    await passThrough();
  });

  test('on /calculadora', async () => {
    await open('/calculadora');
    await passThrough();
  });

  test('on the form that edits an order, which then has nothing to save', async () => {
    const { container } = await open(`/ordenes/editar/${TRACKING}`);
    await loaded(container);
    await passThrough();
    expect(button('Guardar')).toHaveAttribute('aria-disabled', 'true');
  });

  test('in the dialog of a collection address', async () => {
    const { container, user } = await open('/usuario');
    await loaded(container);
    await user.click(button('Agregar dirección'));
    await dialog();
    await passThrough();
  });

  test('in the registration', async () => {
    const { user } = await open('/login', {});
    await user.click(button('Registrate'));
    await waitFor(() => expect(fields().length).toBeGreaterThan(3));
    await passThrough();
  });
});
