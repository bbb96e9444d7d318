// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { MAX_EVENTS, recordEvents } from '#shared/orders/staff-events.ts';
import { staffRefusalReason } from '#shared/people/rules/staff-permissions.ts';
import { downloaded, recordDownloads } from '#test/screens/files.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { bodiesOf, button, buttons, choose, dialog, field, write } from '#test/screens/typing.ts';
import { gateway, labels, load, newLabel, open, PATH, paste, rowsOf, sentOf } from './console-events.ts';

describe('a pasted list', () => {
  test('is shown with what is wrong in each row, and sent by keyboard with one state for all', async () => {
    const [a = '', b = ''] = labels(2);
    const { container, user, received } = await open();
    await user.click(field('Lista pegada'));
    await user.paste(`${a}\n\n${b.toLowerCase()}\n7,3E+10\nhttps://remito.example/seguimiento/${a}\nGarcía`);
    choose('Estado', 'Retirado');
    await screen.findByText('2 listas, 2 con problemas, 1 doble');
    expect(rowsOf('Filas por registrar').map(([place, text, state, , result]) => [place, text, state, result])).toEqual(
      [
        ['Pegado, fila 1', a, 'Retirado', 'Lista'],
        ['Pegado, fila 3', b.toLowerCase(), 'Retirado', 'Lista'],
        ['Pegado, fila 4', '7,3E+10', '-', expect.stringContaining('Dale formato Texto a la columna')],
        ['Pegado, fila 5', `https://remito.example/seguimiento/${a}`, '-', 'DobleYa está en la lista: Pegado, fila 1'],
        ['Pegado, fila 6', 'García', '-', expect.stringContaining('no es una etiqueta')],
      ],
    );
    expect(await axeViolations(container)).toEqual([]);
    button('Registrar 2 eventos').focus();
    await user.keyboard('{Enter}');
    await screen.findByText('2 registrados, 0 repetidos, 2 rechazados, 1 doble');
    const [events = []] = sentOf(received);
    expect(events.map(({ shipment_id, state }) => [shipment_id, state])).toEqual([
      [a, 'retirado'],
      [b, 'retirado'],
    ]);
    expect(field('Lista pegada')).toHaveValue('');
    expect(field('Estado')).toHaveValue('retirado');
    await user.click(button('Sólo las que fallaron (2)'));
    expect(rowsOf('Resultados').map(([, text]) => text)).toEqual(['7,3E+10', 'García']);
    expect(await axeViolations(container)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('that fails is downloaded with the reasons, and corrected on the page', async () => {
    const [a = '', b = ''] = labels(2);
    const { user } = await open([
      gateway(({ shipment_id }) => (shipment_id === a ? 'No existe ese envío' : 'recorded')),
    ]);
    paste(`etiqueta;estado;fecha;motivo\n${a};No entregado;25/11/2026 10:00;=1+1\n${b};Entregdo`);
    await screen.findByText('1 lista, 1 con problemas');
    await user.click(button('Registrar 1 evento'));
    await screen.findByText('0 registrados, 0 repetidos, 2 rechazados');
    const saved = recordDownloads();
    await user.click(button('Descargar las que fallaron'));
    const { name, text } = await downloaded(saved);
    const lines = [
      '"etiqueta";"estado";"fecha";"motivo";"evento";"peso";"largo";"ancho";"alto";"rechazo"',
      `"${a}";"No Entregado";"25/11/2026 10:00:00";"'=1+1";"";"";"";"";"";"No existe ese envío"`,
      `"${b}";"Entregdo";"";"";"";"";"";"";"";"El estado «Entregdo» no existe. ¿Quisiste decir «Entregado»?"`,
      '',
    ];
    expect([name, text.split('\r\n')]).toEqual(['Eventos a corregir.csv', lines]);
    await user.click(button('Corregir acá las que fallaron'));
    expect(field('Lista pegada')).toHaveValue(lines.join('\n'));
    expect(screen.queryByRole('table', { name: 'Resultados' })).toBeNull();
    write('Lista pegada', lines.join('\n').replace('Entregdo', 'Entregado'));
    await screen.findByText('2 listas');
  });

  test('of 2,500 labels is sent in calls of 1,000 in order, each once', async () => {
    const all = labels(2500);
    const { received } = await open();
    choose('Estado', 'Retirado');
    paste(all.join('\n'));
    await screen.findByText('2.500 listas');
    fireEvent.click(button('Registrar 2.500 eventos'));
    await screen.findByText('2.500 registrados, 0 repetidos, 0 rechazados');
    const calls = sentOf(received);
    expect(calls.map(({ length }) => length)).toEqual([MAX_EVENTS, MAX_EVENTS, 500]);
    expect(calls.flat().map(({ shipment_id }) => shipment_id)).toEqual(all);
    expect(rowsOf('Resultados')).toHaveLength(50);
  });

  test('without a state sends nothing, and says why', async () => {
    const { user, received } = await open();
    paste(newLabel());
    await screen.findByText('0 listas, 1 con problemas');
    await user.click(button('Registrar eventos'));
    expect(button('Registrar eventos')).toHaveAccessibleDescription(
      'Ninguna fila está lista: mirá el motivo en cada una',
    );
    expect(bodiesOf(received, recordEvents)).toEqual([]);
    paste('"abierta');
    await waitFor(() =>
      expect(field('Lista pegada')).toHaveAccessibleDescription(/Hay una comilla \("\) sin cerrar en la fila 1/),
    );
  });
});

describe('a file', () => {
  test.each([
    ['Windows-1252 and semicolons', ';', 'latin1'],
    ['UTF-8 and commas', ',', 'utf8'],
  ] as const)('as a spreadsheet saves it, in %s, is read', async (_, mark, encoding) => {
    const [a = '', b = ''] = labels(2);
    const { user, received } = await open();
    const lines = [
      ['Etiqueta', 'Estado', 'Motivo'],
      [a, 'En Tránsito', 'Avería'],
      [b, 'En Depósito', ''],
    ];
    const text = lines.map((cells) => cells.join(mark)).join('\r\n');
    load(new File([Buffer.from(text, encoding)], 'día.csv'));
    await screen.findByText('1 lista, 1 con problemas');
    expect(rowsOf('Filas por registrar').map(([place, , , , result]) => [place, result])).toEqual([
      ['día.csv, fila 2', 'Lista'],
      ['día.csv, fila 3', expect.stringContaining('El estado «En Depósito» no existe')],
    ]);
    await user.click(button('Registrar 1 evento'));
    await screen.findByText('1 registrado, 0 repetidos, 1 rechazado');
    expect(sentOf(received)[0]?.[0]).toMatchObject({ shipment_id: a, state: 'en_transito', reason: 'Avería' });
    expect(buttons('Quitar día.csv')).toEqual([]);
  });

  test('that is no list is refused with its name', async () => {
    const { user } = await open();
    load(new File(['x'], 'eventos.xlsx'));
    await screen.findByText(/^eventos\.xlsx: Es una planilla de Excel/);
    load(new File(['\n\n'], 'vacío.csv'));
    await screen.findByText('vacío.csv: El archivo no tiene ninguna fila');
    load(new File([newLabel()], 'bien.csv'));
    await screen.findByText('bien.csv, fila 1');
    await user.click(button('Quitar bien.csv'));
    expect(screen.queryByRole('table')).toBeNull();
    expect(button('Elegir archivo')).toHaveFocus();
  });
});

test('results with failures are deleted only after a question', async () => {
  const { user } = await open();
  paste('García');
  choose('Estado', 'Retirado');
  paste(`${newLabel()}\nGarcía`);
  await screen.findByText('1 lista, 1 con problemas');
  await user.click(button('Registrar 1 evento'));
  await screen.findByText('1 registrado, 0 repetidos, 1 rechazado');
  await user.click(button('Borrar resultados'));
  expect(await dialog('Vas a borrar los resultados')).toHaveTextContent('Se pierden 1 fila que falló.');
  await user.click(button('Borrar'));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Resultados' })).toBeNull());
});

test('a role that may not record events reads why', async () => {
  const { container } = await openConsole(PATH, { replies: [loggedIn('support')] });
  await screen.findByText(staffRefusalReason('support', 'events'));
  expect(screen.queryByLabelText('Lista pegada')).toBeNull();
  expect(screen.getByRole('link', { name: 'Eventos' })).toHaveAttribute('aria-current', 'page');
  expect(await axeViolations(container)).toEqual([]);
});

test('final states are confirmed with the number of shipments of each, others are recorded at once', async () => {
  const { user, received } = await open([gateway()]);
  const [first = '', second = '', third = ''] = labels(3);
  paste(['etiqueta;estado', `${first};Entregado`, `${second};entregado`, `${third};Retirado`].join('\n'));
  await user.click(await screen.findByRole('button', { name: 'Registrar 3 eventos' }));
  const asked = within(await screen.findByRole('alertdialog'));
  expect(asked.getByText('2 envíos pasan a Entregado.')).toBeVisible();
  expect(sentOf(received)).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Registrar' }));
  await screen.findByText('3 registrados, 0 repetidos, 0 rechazados');
});
