// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BULK_COLUMNS } from '#shared/bulk/layout/columns.ts';
import { chooseFile } from '#test/screens/files.ts';
import { button, field, write } from '#test/screens/typing.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { cell, openBulk, openUpload, readinessIs } from './bulk-form.ts';

test.each([
  ['a file of its own columns', (header: string) => (header === 'nro_orden' ? 'Pedido' : header)],
  ['a template', (header: string) => header],
])('of two columns «localidad» in %s a person chooses one, and the rows show which', async (_, headerOf) => {
  const { user } = await openBulk();
  const open = await openUpload(user);
  const headers = [...BULK_COLUMNS.map(headerOf), 'Localidad'];
  chooseFile(`${headers.join(';')}\n${Object.values(bulkCells(1)).join(';')};Villa Allende\n`);
  await waitFor(() => expect(field('localidad (columna O)', open)).toHaveValue(''));
  expect(field('Localidad (columna AA)', open)).toHaveValue('');
  await waitFor(() => expect(field('Localidad (columna AA)', open)).toHaveAccessibleDescription('Villa Allende'));
  await user.click(button('Continuar', open));
  await waitFor(() => expect(field('Localidad', open)).toHaveAccessibleDescription('Elegí una columna o un valor'));
  await user.selectOptions(field('Localidad (columna AA)', open), 'localidad');
  await user.click(button('Continuar', open));
  await readinessIs('1 fila lista');
  expect(cell('Villa Allende')).toBeVisible();
  const shown = [...open.querySelectorAll('[role=grid] th')].map(({ textContent }) => textContent);
  expect(shown).toContain('Localidad (columna AA)');
  await user.click(button('Cambiar columnas', open));
  await waitFor(() => expect(field('Localidad (columna AA)', open)).toHaveValue('localidad'));
});

/** Row of a file whose columns are all recognised but for those of the last two headers. */
const HEADERS =
  'Pedido;Destinatario;Apellido;DNI;Correo;Celular;Calle;Altura;CP;Ciudad;Zona;Entre calles;Largo;Ancho;Alto;Peso;Total';
const ROW = 'A-1;Ana;Paz;30111222;ana@example.com;11 5873-2046;Mitre;120;1425;CABA;Palermo;S/D;10;10;10;900;2000';
const chosen = (element: HTMLElement) => (element as HTMLSelectElement).selectedOptions[0]?.textContent;

test('a file with nearly all columns asks for those that are missing, and marks those that nobody has decided', async () => {
  const { user } = await openBulk();
  const open = await openUpload(user);
  chooseFile(`${HEADERS};Jurisdicción;Color\n${ROW};CABA;Rojo\n`);
  await waitFor(() => expect(field('Jurisdicción', open)).toHaveValue(''));
  expect(open).toHaveTextContent('Revisá las columnas: falta elegir una columna o un valor para Provincia.');
  expect(open).not.toHaveTextContent('No reconocemos');
  expect(['Jurisdicción', 'Color'].map((label) => chosen(field(label, open)))).toEqual(['Sin elegir', 'Sin elegir']);
  expect(open).toHaveTextContent('Las columnas que dejes sin elegir no se usan.');
  await user.selectOptions(field('Jurisdicción', open), 'provincia');
  expect(open).toHaveTextContent('Revisá qué es cada columna del archivo.');
  await user.selectOptions(field('Zona', open), '');
  expect(['Zona', 'Color'].map((label) => chosen(field(label, open)))).toEqual(['No se usa', 'Sin elegir']);
  await user.click(button('Continuar', open));
  await readinessIs('1 fila lista');
});

test('a file with columns of other names says how many are recognised', async () => {
  const { user } = await openBulk();
  const open = await openUpload(user);
  chooseFile('Pedido;Uno;Dos\nA-1;1;2\n');
  await waitFor(() =>
    expect(open).toHaveTextContent('Reconocimos 1 de 3 columnas del archivo. Indicá qué son las demás.'),
  );
});

test('a value for all rows of a file says to how many it was applied', async () => {
  const { user } = await openBulk();
  const open = await openUpload(user);
  chooseFile(`${HEADERS};Jurisdicción\n${ROW};CABA\n${ROW.replace('A-1', 'A-2')};CABA\n`);
  await waitFor(() => expect(field('Jurisdicción', open)).toHaveValue(''));
  write('Provincia', 'CABA', open);
  await user.click(button('Continuar', open));
  await readinessIs('2 filas listas');
  await readinessIs('Aplicado a 2 filas: Modo de entrega y Provincia.');
  await user.click(button('Cambiar columnas', open));
  await user.selectOptions(field('Jurisdicción', open), 'provincia');
  await user.click(button('Continuar', open));
  await readinessIs('Aplicado a 2 filas: Modo de entrega.');
});
