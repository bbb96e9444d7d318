// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listBatches, listBatchLogs, readBatch } from '#shared/bulk/batches.ts';
import { listSenderAddresses } from '#shared/people/account.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, openPortal } from '#test/screens/open-portal.tsx';
import { button, buttons, field, write } from '#test/screens/typing.ts';
import { batch, openBulk, rows } from './bulk-form.ts';

/** Answers the detail of a batch, without logs. */
const detail = (changes: Parameters<typeof batch>[0]) => {
  const told = { ...batch(changes), logs: [] };
  return [
    reply(readBatch, { ...told, results: told }),
    reply(listBatchLogs, { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 50 } }),
  ];
};

test('a sender without a collection address reads before uploading that orders need one', async () => {
  await openBulk({ replies: [reply(listSenderAddresses, { results: [] })] });
  const note = await screen.findByText(/Todavía no tenés una dirección de colecta/);
  expect(within(note).getByRole('link', { name: 'Mi Cuenta' })).toHaveAttribute('href', '/usuario');
  cleanup();
  await openBulk({});
  await waitFor(() => expect(buttons('Subir tu primer archivo')).toHaveLength(1));
  expect(screen.queryByText(/Todavía no tenés una dirección/)).toBeNull();
});

describe.each([false, true])('the bulk uploads, strict %s', (strict) => {
  test('are empty at first, offer the template, and are filtered by days in the address', async () => {
    const { user, received } = await openBulk({ strict });
    expect(buttons('Subir tu primer archivo')).toHaveLength(1);
    const template = screen.getByText('Descargar plantilla').closest('a');
    expect(template).toHaveAttribute('href', '/api/portal/bulk-template');
    expect(template).toHaveAttribute('download');

    write('Fecha Desde', '02/03/2026');
    write('Fecha Hasta', '01/03/2026');
    expect(await screen.findByText('No puede ser posterior a la fecha hasta.')).toBeInTheDocument();
    write('Fecha Hasta', '03/03/2026');
    const before = received.length;
    await user.click(button('Buscar'));
    await screen.findByText('No se encontraron resultados');
    const lists = received.slice(before).filter(({ endpoint }) => endpoint === listBatches);
    expect(lists.map(({ query }) => query)).toEqual([
      { page: '1', limit: '10', 'filter[from_date]': '2026-03-02', 'filter[to_date]': '2026-03-03' },
    ]);
    const { search } = window.location;
    cleanup();
    await openBulk({ strict, path: `/carga-masiva${search}` });
    expect(field('Fecha Desde')).toHaveValue('02/03/2026');
  });
});

describe('the bulk uploads', () => {
  test('that can’t be loaded show an error without an alert and load on retry', async () => {
    const replies = [refuse(listBatches, 400, 'No')];
    const { user } = await openBulk({ replies });
    expect(await screen.findByText('Ocurrió un error')).toBeInTheDocument();
    expect(screen.getByText('Página 1 de 1')).toBeInTheDocument();
    expect(document.querySelector('li[data-state="open"]')).toBeNull();
    replies.shift();
    await user.click(button('Reintentar'));
    await waitFor(() => expect(buttons('Subir tu primer archivo')).toHaveLength(1));
  });

  test('show the progress of an upload while its orders are created', async () => {
    const running = batch({ estado: 'Procesando', ordenes: 12, cantidad: 48, filas: 48 });
    const { container } = await openBulk({ batches: [running] });
    const progress = container.querySelector('[role=progressbar], progress');
    expect(progress).toHaveAccessibleName('Órdenes generadas de ventas.csv');
    expect(progress).toHaveAttribute('aria-valuetext', '12 de 48 órdenes');
    expect(rows()[0]).toHaveTextContent('12 / 48');
    expect(rows()[0]).toHaveTextContent('Procesando');
    expect(screen.getByText(/^Podés cerrar esta página/)).toBeInTheDocument();
    expect(await axeViolations(container)).toEqual([]);
  });

  test('that were stopped show how many orders were created and what to do next', async () => {
    const replies = detail({ estado: 'Error', ordenes: 12, cantidad: 48, filas: 48 });
    await openPortal('/carga-masiva/detalle/7', { replies });
    await screen.findByText(/^No pudimos terminar este lote. Volvé a subir el mismo archivo/);
    expect(screen.getByText('12 / 48')).toBeInTheDocument();
    expect(buttons('Reintentar')).toEqual([]);
  });

  test('of another client are not found', async () => {
    await openPortal('/carga-masiva/detalle/7', {
      replies: [refuse(readBatch, 404, 'x'), refuse(listBatchLogs, 404, 'x')],
    });
    expect(await screen.findByText('No encontramos este lote')).toBeInTheDocument();
  });
});

test('a batch with cells in more than one reading says so, and lists its rows', async () => {
  const { user, received, container } = await openPortal('/carga-masiva/detalle/7', {
    replies: detail({ filas: 3, dudas: 1 }),
  });
  const note = await screen.findByText(/1 fila se procesó con datos que se pueden leer de más de una manera/);
  await user.click(within(note).getByRole('link', { name: 'ver cuáles son' }));
  await waitFor(() =>
    expect(received.filter(({ endpoint }) => endpoint === listBatchLogs).at(-1)?.query).toMatchObject({
      'filter[dudas]': '1',
    }),
  );
  expect(screen.getByRole('link', { name: /Para revisar/ })).toHaveAttribute('aria-current');
  expect(await axeViolations(container)).toEqual([]);
});
