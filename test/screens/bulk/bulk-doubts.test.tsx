// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseFile } from '#test/screens/files.ts';
import { button, dialogsClosed, field } from '#test/screens/typing.ts';
import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';
import { cell, fileOf, openBulk, openUpload, readinessIs, uploads } from './bulk-form.ts';

test('F8 leads through a file’s errors and then through what a person should check', async () => {
  const { user } = await openBulk();
  const open = await openUpload(user);
  const phones = '455-0101 455-0202';
  chooseFile(bulkText([bulkCells(1), bulkCells(2, { telefono: phones }), bulkCells(3, { email: 'sin arroba' })]));
  await readinessIs('2 filas listas, 1 para corregir · 1 con datos para revisar');
  expect([...open.querySelectorAll('tbody th')].map(({ textContent }) => textContent)).toEqual(['4para corregir']);
  await user.keyboard('{F8}');
  await waitFor(() => expect(cell('sin arroba')).toHaveFocus());
  expect(cell('sin arroba')).toHaveAccessibleDescription('Error: El email es inválido');
  await user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(cell('sin arroba')).toHaveFocus());
  await user.click(button('Siguiente problema', open));
  await waitFor(() => expect(cell(phones)).toHaveFocus());
  expect(cell(phones)).toHaveAccessibleDescription('Para revisar: Parecen dos teléfonos. Dejá uno solo');
  expect([...open.querySelectorAll('tbody th')].map(({ textContent }) => textContent)).toEqual(['3para revisar']);
  await user.keyboard('{F8}');
  await waitFor(() => expect(cell('sin arroba')).toHaveFocus());
  await user.keyboard('ana@example.com{Enter}');
  await waitFor(() => expect(cell(phones)).toHaveFocus());
  await user.keyboard('455-0101{Enter}');
  await readinessIs('3 filas listas');
  expect(button('Siguiente problema', open)).toHaveAttribute('aria-disabled', 'true');
});

test.each(['Solo con problemas', null])(
  'F8 leads through the errors before what is to be checked in their rows, with the filter %s',
  async (filter) => {
    const { user } = await openBulk();
    const open = await openUpload(user);
    const phones = '455-0101 455-0202';
    chooseFile(
      bulkText([
        bulkCells(1, { telefono: phones, largo_cm: 'largo' }),
        bulkCells(2, { telefono: phones.replace('0101', '0303'), ancho_cm: 'ancho' }),
      ]),
    );
    await readinessIs('0 filas listas, 2 para corregir · 2 con datos para revisar');
    if (filter === null) await user.click(field('Solo con problemas', open));
    for (const text of ['largo', 'ancho', phones, phones.replace('0101', '0303'), 'largo']) {
      await user.keyboard('{F8}');
      await waitFor(() => expect(cell(text)).toHaveFocus());
    }
  },
);

test('a file asks about a doubt until the value is kept by a key or by «Está bien así», and not again', async () => {
  const { user, received } = await openBulk();
  const open = await openUpload(user);
  const phones = '455-0101 455-0202';
  chooseFile(
    bulkText([bulkCells(1, { telefono: phones, largo_cm: '0,5' }), bulkCells(2, { telefono: '455-0303 455-0404' })]),
  );
  await readinessIs('2 filas listas · 2 con datos para revisar');
  await user.click(cell(phones));
  await user.click(cell(phones));
  // Leaving the cell settles nothing.
  await user.keyboard('{Tab}');
  await user.click(cell(phones));
  await user.click(cell(phones));
  await user.click(cell('0,5'));
  await readinessIs('2 filas listas · 2 con datos para revisar');
  await user.click(button('Está bien así', open));
  await waitFor(() => expect(cell('455-0303 455-0404')).toHaveFocus());
  await user.keyboard('{Shift>}{F8}{/Shift}');
  await waitFor(() => expect(cell(phones)).toHaveFocus());
  await user.keyboard('{Enter}{Enter}');
  await readinessIs('2 filas listas · 1 con datos para revisar');
  expect(cell(phones)).not.toHaveAccessibleDescription();
  await user.keyboard('{Enter}{F8}');
  await readinessIs('2 filas listas');
  expect(button('Siguiente problema', open)).toHaveAttribute('aria-disabled', 'true');
  await user.click(button('Enviar Lote', open));
  await dialogsClosed();
  expect(await fileOf(uploads(received)[0])).toContain(phones);
});
