// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BULK_COLUMNS } from '#shared/bulk/columns.ts';
import { bulkCells } from '#test/bulk-file-factory.ts';
import { cell, openBulk, openUpload, readinessIs } from './bulk-form.ts';
import { chooseFile } from './files.ts';
import { button, field } from './typing.ts';

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
