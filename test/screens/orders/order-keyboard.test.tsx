// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { findBuyers } from '#shared/orders/buyers.ts';
import { findZipCodes } from '#shared/orders/lookups.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listPackagePresets } from '#shared/orders/product/package-presets.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { openPalette } from '#test/screens/shell/palette.ts';
import { showOnPhone } from '#test/screens/surroundings.ts';
import { button, dialog, field, suggestion, write } from '#test/screens/typing.ts';
import { addProduct, fillMeasures, openNewOrder, orderReplies, product } from './order-form.ts';

const NOBODY = reply(findBuyers, { results: [] });
const NO_PRESETS = reply(listPackagePresets, { results: [] });
const heading = () => screen.getByRole('heading', { level: 1 });
const number = () => field('Nro. de Orden Interno');

describe('the focus begins in the first field to fill in', () => {
  test.each(['/ordenes/nueva-orden', '/logistica-inversa/nueva-orden'])('of %s', async (path) => {
    await openPortal(path, { replies: orderReplies() });
    await waitFor(() => expect(number()).toHaveFocus());
    expect(number().closest('form'), 'names the screen to whoever hears the field').toHaveAccessibleName('Nueva Orden');
  });

  test('even after a link of another screen', async () => {
    const { container, user } = await openPortal('/ordenes', { replies: orderReplies() });
    await loaded(container);
    await user.click(screen.getByRole('link', { name: 'Nueva Orden' }));
    await waitFor(() => expect(number()).toHaveFocus());
    expect(document.title).toContain('Nueva Orden');
  });

  test('but stays in a dialog that is open', async () => {
    const replies = [...orderReplies()];
    const { user } = await openPortal('/ordenes/nueva-orden', { replies });
    await openPalette(user);
    await screen.findByLabelText('Nro. de Orden Interno');
    expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  });

  test('but opens no keyboard over the page on a phone', async () => {
    showOnPhone();
    const { container, user } = await openPortal('/ordenes', { replies: orderReplies() });
    await loaded(container);
    await user.click(screen.getByRole('link', { name: 'Nueva Orden' }));
    await screen.findByLabelText('Nro. de Orden Interno');
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    expect(heading()).toHaveFocus();
  });
});

describe('Enter in the form of an order', () => {
  test('goes on to the next field, without those that can’t be typed into', async () => {
    const { user, received } = await openNewOrder({ replies: [NOBODY, NO_PRESETS] });
    screen.getByRole('radio', { checked: true }).focus();
    const labels = [
      'Nro. de Orden Interno',
      'Remitente',
      'Calle',
      'Altura',
      'Piso',
      'Dpto.',
      'Entre calle 1',
      'Entre calle 2',
      'Código postal',
      'Localidad',
      'Barrio',
      'Observaciones',
    ];
    for (const label of labels) {
      await user.keyboard('{Enter}');
      expect(field(label), label).toHaveFocus();
    }
    await user.keyboard('una{Enter}dos');
    expect(field('Observaciones'), 'breaks the line of a text area').toHaveValue('una\ndos');
    field('Nombre').focus();
    for (const label of [
      'Apellido',
      'Documento',
      'Destinatario',
      'Email',
      'Teléfono',
      'Largo',
      'Ancho',
      'Alto',
      'Peso',
    ]) {
      await user.keyboard('{Enter}');
      await waitFor(() => expect(field(label), label).toHaveFocus());
    }
    await user.keyboard('{Enter}');
    expect(field('Valor')).toHaveFocus();
    expect(fireEvent.keyDown(field('Valor'), { key: 'Enter' }), 'the last field submits the form').toBe(true);
    expect(received.map(({ endpoint }) => endpoint)).not.toContain(createOrder);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('selects what the next field contains, and a held key goes on once', async () => {
    const { user } = await openNewOrder();
    write('Altura', '4500');
    field('Calle').focus();
    await user.keyboard('Thames{Enter}');
    await user.keyboard('10');
    expect(field('Altura')).toHaveValue('10');
    fireEvent.keyDown(field('Altura'), { key: 'Enter', repeat: true });
    expect(field('Altura')).toHaveFocus();
    expect(fireEvent.keyDown(field('Valor'), { key: 'Enter', repeat: true })).toBe(false);
  });

  test('first picks the highlighted suggestion, and waits for suggestions on their way', async () => {
    let answer = () => {};
    const arrived = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const results = ['Núñez', 'Saavedra'].map((city) => ({ zip_code: '1429', city, province: 'Capital Federal' }));
    const zips = {
      endpoint: findZipCodes,
      respond: async () => {
        await arrived;
        return new Response(JSON.stringify({ results }), { headers: { 'content-type': 'application/json' } });
      },
    };
    const { user } = await openNewOrder({ replies: [zips] });
    field('Código postal').focus();
    await user.keyboard('1429{Enter}');
    expect(field('Código postal')).toHaveFocus();
    answer();
    await suggestion('Núñez');
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(field('Localidad')).toHaveValue('Saavedra'));
    expect(field('Código postal')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(field('Localidad')).toHaveFocus();
  });

  test('skips weight and value of a package with products, whose last field is the height', async () => {
    const { user } = await openNewOrder({ replies: [NO_PRESETS], products: [product(1, 'PAVA')] });
    await addProduct(user, 1, 'PAVA');
    await user.keyboard('{Enter}');
    expect(field('Cantidad del ítem 1')).toHaveFocus();
    await user.keyboard('{Enter}{Enter}{Enter}');
    expect(field('Alto')).toHaveFocus();
    expect(fireEvent.keyDown(field('Alto'), { key: 'Enter' })).toBe(true);
  });

  test('in a dialog of the form stays there', async () => {
    const { user } = await openNewOrder();
    fillMeasures(1);
    await user.click(button('Nuevo Producto +'));
    const open = await dialog('Nuevo Producto');
    field('SKU', open).focus();
    await user.keyboard('A{Enter}');
    expect(document.activeElement?.closest('[role=dialog]')).toBe(open);
  });
});
