// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  createPackagePreset,
  listPackagePresets,
  type PackagePreset,
  removePackagePreset,
  updatePackagePreset,
} from '#shared/orders/product/package-presets.ts';
import { type ReceivedRequest, type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { addProduct, fillMeasures, openNewOrder, product, shipment } from '#test/screens/orders/order-form.ts';
import {
  alertAppears,
  bodiesOf,
  button,
  buttons,
  choose,
  dialog,
  dialogsClosed,
  field,
  optionsOf,
  write,
} from '#test/screens/typing.ts';

const BOX: PackagePreset = { id: 1, name: 'Caja chica', length: 30, width: 20, height: 10, weight: 1500 };
const ENVELOPE: PackagePreset = { id: 2, name: 'Sobre', length: 35, width: 25, height: 1, weight: 200 };
const PRESETS = reply(listPackagePresets, { results: [BOX, ENVELOPE] });
const NONE = reply(listPackagePresets, { results: [] });

const measures = () => ['Largo', 'Ancho', 'Alto', 'Peso'].map((label) => field(label).value);
const preset = () => screen.findByLabelText<HTMLSelectElement>('Paquete frecuente');

describe('the package of an order', () => {
  test('gets the measures of a chosen preset, and what was typed before is only one choice away', async () => {
    await openNewOrder({ replies: [PRESETS] });
    fillMeasures(1, ['5', '6', '7', '800', '1500']);
    const select = await preset();
    expect(optionsOf(select)).toEqual([
      'Ninguno',
      'Caja chica · 30 × 20 × 10 cm · 1.500 g',
      'Sobre · 35 × 25 × 1 cm · 200 g',
    ]);
    choose('Paquete frecuente', 'Caja chica · 30 × 20 × 10 cm · 1.500 g');
    expect(measures()).toEqual(['30', '20', '10', '1500']);
    choose('Paquete frecuente', 'Sobre · 35 × 25 × 1 cm · 200 g');
    expect(measures()).toEqual(['35', '25', '1', '200']);
    expect(field('Valor'), 'no part of a preset').toHaveValue('1500');
    choose('Paquete frecuente', 'Ninguno');
    expect(measures()).toEqual(['5', '6', '7', '800']);
    expect(await axeViolations(document.body)).toEqual([]);
  });

  test('shows the preset whose measures are typed, and none after a change', async () => {
    await openNewOrder({ replies: [PRESETS] });
    const select = await preset();
    fillMeasures(1, ['30', '20', '10', '1.500', '']);
    await waitFor(() => expect(select).toHaveDisplayValue(/^Caja chica/));
    write('Alto', '11');
    await waitFor(() => expect(select).toHaveDisplayValue('Ninguno'));
  });

  test('gets back measures that were typed as those of a preset', async () => {
    await openNewOrder({ replies: [PRESETS] });
    await preset();
    fillMeasures(1, ['30', '20', '10', '1500', '']);
    choose('Paquete frecuente', 'Sobre · 35 × 25 × 1 cm · 200 g');
    choose('Paquete frecuente', 'Ninguno');
    expect(measures()).toEqual(['30', '20', '10', '1500']);
  });

  test('with products gets only the sides of a preset', async () => {
    const { user } = await openNewOrder({ replies: [PRESETS], products: [product(1, 'PAVA', { weight: 700 })] });
    await addProduct(user, 1, 'PAVA');
    await preset();
    choose('Paquete frecuente', 'Sobre · 35 × 25 × 1 cm');
    expect(measures()).toEqual(['35', '25', '1', '700']);
  });

  test('is saved as a preset by its name, with the keyboard alone', async () => {
    const saved = { ...BOX, id: 3, name: 'Mediana' };
    const replies: Reply[] = [NONE, reply(createPackagePreset, { message: 'Listo', results: saved })];
    const received: ReceivedRequest[] = [];
    const { user } = await openNewOrder({ replies, received });
    fillMeasures(1, ['30', '20', '10', '1.500', '']);
    expect(screen.queryByLabelText('Paquete frecuente'), 'without presets').toBeNull();
    button('Agregar a paquetes frecuentes').focus();
    await user.keyboard('{Enter}');
    const open = await dialog('Nuevo paquete frecuente');
    await waitFor(() => expect(field('Nombre', open)).toHaveFocus());
    expect(field('Peso', open)).toHaveValue('1.500');
    replies[0] = reply(listPackagePresets, { results: [saved] });
    await user.keyboard('Mediana{Control>}{Enter}{/Control}');
    await alertAppears('Listo');
    expect(bodiesOf(received, createPackagePreset)).toEqual([
      { name: 'Mediana', length: 30, width: 20, height: 10, weight: 1500 },
    ]);
    await waitFor(async () => expect(await preset()).toHaveDisplayValue(/^Mediana/));
    expect(button('Agregar a paquetes frecuentes')).toHaveFocus();
  });

  test('neither shows nor reads presets in strict mode', async () => {
    const received: ReceivedRequest[] = [];
    await openNewOrder({ settings: { strict: true }, received });
    fillMeasures(1);
    expect(screen.queryByLabelText('Paquete frecuente')).toBeNull();
    expect(buttons('Agregar a paquetes frecuentes')).toEqual([]);
    expect(received.map(({ endpoint }) => endpoint)).not.toContain(listPackagePresets);
  });

  test('can be typed where presets can’t be read', async () => {
    await openNewOrder({ replies: [refuse(listPackagePresets, 500, 'Error')] });
    fillMeasures(1, ['5', '6', '7', '800', '1500']);
    expect(measures()).toEqual(['5', '6', '7', '800']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('sides that the products of a package need', () => {
  const products = [product(1, 'PAVA', { length: 20, width: 15, height: 10 })];
  const proposal = () => screen.queryByText(/este envío entra en/);

  test('are proposed for several units, and written only when the sender accepts them', async () => {
    const { user } = await openNewOrder({ replies: [NONE], products });
    await addProduct(user, 1, 'PAVA');
    expect(measures().slice(0, 3), 'of one unit').toEqual(['20', '15', '10']);
    expect(proposal()).toBeNull();
    write('Cantidad del ítem 1', '3');
    await waitFor(() => expect(proposal()).toHaveTextContent('este envío entra en 30 × 20 × 15 cm.'));
    expect(measures().slice(0, 3)).toEqual(['20', '15', '10']);
    await user.click(button('Usar estas medidas', shipment(1)));
    expect(measures()).toEqual(['30', '20', '15', '300']);
    expect(field('Largo')).toHaveFocus();
    expect(proposal()).toBeNull();
    write('Cantidad del ítem 1', '4');
    await waitFor(() => expect(proposal()).toHaveTextContent('30 × 20 × 20 cm.'));
  });

  test('aren’t proposed to a sender who typed other ones', async () => {
    const { user } = await openNewOrder({ replies: [NONE], products });
    fillMeasures(1, ['50', '40', '30', '', '']);
    await addProduct(user, 1, 'PAVA');
    write('Cantidad del ítem 1', '3');
    await waitFor(() => expect(field('Peso')).toHaveValue('300'));
    expect(measures().slice(0, 3)).toEqual(['50', '40', '30']);
    expect(proposal()).toBeNull();
  });
});

test('the calculator takes the measures of a preset', async () => {
  await openPortal('/calculadora', { replies: [PRESETS] });
  await preset();
  choose('Paquete frecuente', 'Sobre · 35 × 25 × 1 cm · 200 g');
  expect(measures()).toEqual(['35', '25', '1', '200']);
});

async function openAccount(replies: Reply[] = [PRESETS], settings: object = {}) {
  const received: ReceivedRequest[] = [];
  const portal = await openPortal('/usuario', { replies, received, settings });
  await loaded(portal.container);
  return { ...portal, received };
}

async function writeNew(user: UserEvent): Promise<HTMLElement> {
  await user.click(button('Agregar paquete'));
  const open = await dialog('Nuevo paquete frecuente');
  for (const [label, text] of Object.entries({ Nombre: 'Tubo', Largo: '90', Ancho: '8', Alto: '8', Peso: '300' }))
    write(label, text, open);
  return open;
}

describe('Mi Cuenta', () => {
  test('lists package presets with their measures, and changes and removes them', async () => {
    const replies = [
      PRESETS,
      reply(updatePackagePreset, { message: 'Guardado', results: BOX }),
      reply(removePackagePreset, { message: 'Se quitó' }),
    ];
    const { user, received } = await openAccount(replies);
    expect(screen.getByText('30 × 20 × 10 cm · 1.500 g')).toBeVisible();
    await user.click(button('Editar Caja chica'));
    const open = await dialog('Editar paquete frecuente');
    expect(field('Nombre', open)).toHaveValue('Caja chica');
    write('Alto', '12', open);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await alertAppears('Guardado');
    expect(bodiesOf(received, updatePackagePreset)).toMatchObject([{ name: 'Caja chica', height: 12 }]);
    await dialogsClosed();
    await user.click(button('Quitar Sobre'));
    await user.click(button('Quitar', await dialog('¿Quitar el paquete frecuente Sobre?')));
    await alertAppears('Se quitó');
    const removed = received.find(({ endpoint }) => endpoint === removePackagePreset);
    expect(removed?.url.pathname).toBe('/api/v1/client/package_preset/2/remove');
    expect(await axeViolations(document.body)).toEqual([]);
  });

  test('shows at the name that it is taken, and keeps what was typed', async () => {
    const message = 'Ya tenés un paquete frecuente que se llama Tubo. Elegí otro nombre';
    const { user } = await openAccount([
      PRESETS,
      refuse(createPackagePreset, 422, 'Revisá los datos marcados', [{ field: 'name', message }]),
    ]);
    const open = await writeNew(user);
    await user.click(button('Guardar', open));
    await waitFor(() => expect(field('Nombre', open)).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(field('Largo', open)).toHaveValue('90');
  });

  test('shows in the dialog that fifty are all', async () => {
    const message = 'Ya tenés 50 paquetes frecuentes, que son todos los que entran. Cambiá o quitá uno que no uses';
    const { user } = await openAccount([PRESETS, refuse(createPackagePreset, 409, message)]);
    const open = await writeNew(user);
    await user.click(button('Guardar', open));
    await waitFor(() => expect(open).toHaveTextContent(message));
    expect(field('Nombre', open)).toHaveValue('Tubo');
  });

  test('says what package presets are for while there are none', async () => {
    await openAccount([NONE]);
    expect(screen.getByText('Todavía no tenés paquetes frecuentes')).toBeVisible();
  });

  test('offers no package presets in strict mode', async () => {
    const { received } = await openAccount([], { strict: true });
    expect(screen.queryByText('Paquetes frecuentes')).toBeNull();
    expect(received.map(({ endpoint }) => endpoint)).not.toContain(listPackagePresets);
  });
});
