// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { printRunSheet } from '#shared/orders/staff-collections.ts';
import * as manifests from '#shared/orders/staff-manifests.ts';
import { staffRefusalReason } from '#shared/people/rules/staff-permissions.ts';
import { type Reply, refuse, reply, replyFile } from '#test/screens/fake-gateway.ts';
import { downloaded, recordDownloads } from '#test/screens/files.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, buttons, dialog, dialogsClosed, field } from '#test/screens/typing.ts';
import { AT, collection, listed, manifest, NUMBER, noManifests, page, shipment } from './console-collections.ts';
import { labels } from './console-events.ts';

const open = (path: string, replies: Reply[], role: Parameters<typeof loggedIn>[0] = 'operations') =>
  openConsole(path, { replies: [loggedIn(role), ...replies] });

test('the collections are listed with their addresses, printed as a run sheet, and become a manifest', async () => {
  const made = manifest(labels(3));
  const { container, user, received } = await open('/consola/colectas', [
    listed([collection]),
    noManifests,
    replyFile(printRunSheet, '%PDF', 'hoja-de-ruta-2026-11-26.pdf'),
    reply(manifests.openManifest, { message: `Se abrió el manifiesto ${NUMBER} con 3 bultos`, results: made }),
    reply(manifests.readManifest, { results: made }),
  ]);
  const row = await screen.findByRole('row', { name: /Mates del Sur/ });
  for (const text of [
    'Mitre 10, piso 2, dto. B',
    '2000 Rosario, Santa Fe',
    'De 9 a 13',
    '11 4555-0303',
    '1 en manifiesto',
  ]) {
    expect(within(row).getByText(text)).toBeVisible();
  }
  expect(screen.getByText('4 bultos por retirar')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  const saved = recordDownloads();
  await user.click(button('Hoja de ruta'));
  expect((await downloaded(saved)).name).toBe('hoja-de-ruta-2026-11-26.pdf');
  await user.click(button('Abrir manifiesto de Mates del Sur, Mitre 10'));
  await screen.findByRole('heading', { level: 1, name: NUMBER });
  expect(bodiesOf(received, manifests.openManifest)).toEqual([{ address_id: 70 }]);
  expect(consoleErrors).toEqual([]);
});

test('without shipments, the page says where they come from; a scanned number opens its manifest', async () => {
  await open('/consola/colectas', [
    listed([]),
    noManifests,
    reply(manifests.readManifest, { results: manifest(labels(1)) }),
  ]);
  await screen.findByText('No hay bultos por retirar', { selector: 'h2, p, b, strong' });
  scan('Manifiesto', 'xyz');
  await screen.findByText('«xyz» no es un número de manifiesto, como COL-2026-000123');
  scan('Manifiesto', '"COL–2026–000123"…');
  await screen.findByRole('heading', { level: 1, name: NUMBER });
});

/** Types codes as a scanner does, into a field. */
function scan(label: string, ...codes: string[]): void {
  const input = field(label);
  for (const code of codes) {
    fireEvent.change(input, { target: { value: code } });
    fireEvent.submit(input.closest('form') as HTMLFormElement);
  }
}

const SCANNED = 'Etiqueta o manifiesto';
const PATH = `/consola/colectas/${NUMBER}`;
const rowOf = (label: string) =>
  within(screen.getByRole('table', { name: 'Escaneos' })).getByRole('row', { name: new RegExp(label) });

test('a manifest shows the declared value of each shipment and of all, and a refused file is an alert', async () => {
  const refused = refuse(manifests.exportManifest, 429, 'Probá de nuevo en un minuto');
  const { container, user } = await open(PATH, [
    reply(manifests.readManifest, { results: manifest(labels(2)) }),
    refused,
  ]);
  const table = await screen.findByRole('table', { name: 'Bultos del manifiesto' });
  expect(within(table).getAllByText('$ 250,50')).toHaveLength(2);
  expect(screen.getByText('$ 501,00')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Descargar (CSV)'));
  await alertAppears('Probá de nuevo en un minuto');
});

test('scans are counted against the manifest, kept over a reload, and recorded in one call', async () => {
  const [a = '', b = '', c = '', surplus = '', foreign = ''] = labels(5);
  let stored = manifest([a, b, c]);
  const reasons = new Map([
    [surplus, { result: 'surplus', reason: 'No está en el manifiesto: se retira igual y queda anotado' }],
    [foreign, { result: 'refused', reason: 'Es de otro cliente, Yerbas: apartalo' }],
  ]);
  const replies: Reply[] = [
    { endpoint: manifests.readManifest, respond: () => new Response(JSON.stringify({ results: stored })) },
    {
      endpoint: manifests.checkCodes,
      respond: ({ body }) => {
        const results = (body as { codes: string[] }).codes.map((code) => ({
          code,
          shipment_id: code,
          ...reasons.get(code),
        }));
        return new Response(JSON.stringify({ results }));
      },
    },
    {
      endpoint: manifests.handOverManifest,
      respond: () => {
        const shipments = [a, b, c].map((label) => shipment(label, { status: label === c ? 'missing' : 'collected' }));
        const surplus_parcels = [shipment(surplus, { status: 'collected' })];
        const closed = { closed_at: AT, closed_by: 'Laura Benítez' };
        stored = manifest([a, b, c], {
          state: 'entregado',
          collected: 2,
          surplus: 1,
          parcels: shipments,
          surplus_parcels,
          ...closed,
        });
        const message = 'Se retiraron 2 de 3 bultos: falta 1, sobra 1';
        return new Response(JSON.stringify({ message, results: stored, scans: [] }));
      },
    },
    noManifests,
    listed([]),
  ];
  await open(PATH, replies);
  await screen.findByLabelText(SCANNED);
  expect(screen.getByText('0 de 3', { selector: 'b' })).toBeVisible();
  scan(SCANNED, a, a.toLowerCase(), `https://remito.example/seguimiento/${b}`, surplus, foreign, '%%%');
  await screen.findByText('2 de 3', { selector: 'b' });
  await screen.findByText('Es de otro cliente, Yerbas: apartalo');
  expect(screen.getByText('falta 1, sobra 1', { exact: false })).toBeVisible();
  expect(screen.getByText(c, { selector: 'p' })).toBeVisible();
  expect(rowOf('%%%').textContent).toContain('No es la etiqueta de un bulto');
  // The last scan is announced, a double one too.
  await screen.findByText(/^«%%%»: No es la etiqueta de un bulto/, { selector: '[role=status]' });
  scan(SCANNED, b);
  await screen.findByText(`${b}: Ya lo escaneaste`, { selector: '[role=status]' });

  // Opened again, as after a reload or in another session.
  cleanup();
  const { container, user, received } = await open(PATH, replies);
  await screen.findByText('2 de 3', { selector: 'b' });
  await screen.findByText('Es de otro cliente, Yerbas: apartalo');
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Confirmar el retiro'));
  const asked = await dialog('¿Confirmar el retiro de 3 bultos?');
  await user.click(button('Confirmar', asked));
  await alertAppears('Se retiraron 2 de 3 bultos: falta 1, sobra 1');
  const [sent] = bodiesOf(received, manifests.handOverManifest) as { scans: { code: string }[] }[];
  expect(sent?.scans.map(({ code }) => code)).toEqual([a, `https://remito.example/seguimiento/${b}`, surplus]);
  await screen.findByRole('table', { name: 'Códigos que no se retiraron' });
  expect(screen.getByRole('table', { name: 'Bultos que sobraron' })).toHaveTextContent(surplus);
  expect(localStorage.getItem(`manifest-scans-${NUMBER}`)).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('a hand-over without a network keeps its scans', async () => {
  const [a = ''] = labels(1);
  const { user } = await open(PATH, [
    reply(manifests.readManifest, { results: manifest([a]) }),
    refuse(manifests.handOverManifest, 503, 'El servicio no está disponible en este momento'),
  ]);
  await screen.findByLabelText(SCANNED);
  scan(SCANNED, NUMBER);
  await screen.findByText('1 de 1', { selector: 'b' });
  await user.click(button('Confirmar el retiro'));
  await alertAppears('El servicio no está disponible en este momento');
  expect(screen.getByText('1 de 1', { selector: 'b' })).toBeVisible();
  expect(localStorage.getItem(`manifest-scans-${NUMBER}`)).toContain(NUMBER);
  await user.click(button('Quitar todos'));
  await screen.findByText('0 de 1', { selector: 'b' });
  await user.click(button('Confirmar el retiro'));
  expect(button('Confirmar el retiro')).toHaveAccessibleDescription('Escaneá al menos un bulto de este manifiesto');
});

test('an open manifest is cancelled with a reason, and a person without the right reads why not', async () => {
  const cancelled = manifest(labels(2), {
    state: 'anulado',
    cancel_reason: 'Sin chofer',
    closed_at: AT,
    closed_by: 'Laura',
  });
  let stored = manifest(labels(2));
  const read: Reply = {
    endpoint: manifests.readManifest,
    respond: () => new Response(JSON.stringify({ results: stored })),
  };
  const cancel = reply(manifests.cancelManifest, () => {
    stored = cancelled;
    return { message: `Se anuló el manifiesto ${NUMBER}`, results: cancelled };
  });
  const { user, received } = await open(PATH, [read, cancel, noManifests, listed([])]);
  await screen.findByLabelText(SCANNED);
  await user.click(button('Anular'));
  const asked = await dialog(`Anular ${NUMBER}`);
  fireEvent.change(field('Motivo', asked), { target: { value: 'Sin chofer' } });
  await user.click(button('Anular el manifiesto', asked));
  await alertAppears(`Se anuló el manifiesto ${NUMBER}`);
  expect(bodiesOf(received, manifests.cancelManifest)).toEqual([{ reason: 'Sin chofer' }]);
  await waitFor(() => expect(screen.queryByLabelText(SCANNED)).toBeNull());
  expect(buttons('Anular')).toEqual([]);

  stored = manifest(labels(2));
  cleanup();
  await open(PATH, [read], 'finance');
  await screen.findAllByText(staffRefusalReason('finance', 'events'));
  expect(screen.queryByLabelText(SCANNED)).toBeNull();
});

describe('a blocked client', () => {
  const blocked = { blocked_reason: 'Deuda vencida.' };

  test('is marked with the reason among the collections and the open manifests', async () => {
    const { number, client_id, company, state, sender_address, orders, bulks, weight, collected, surplus } = manifest(
      [],
    );
    const row = { number, client_id, company, state, sender_address, orders, bulks, weight, collected, surplus };
    const closed = {
      created_at: AT,
      created_by: 'Martín Quiroga',
      closed_at: null,
      closed_by: null,
      cancel_reason: null,
    };
    const { container } = await open('/consola/colectas', [
      listed([{ ...collection, ...blocked }]),
      reply(manifests.listManifests, { results: [{ ...row, ...closed, ...blocked }], pagination: page(1) }),
    ]);
    await waitFor(() => expect(screen.getAllByText('Cliente bloqueado')).toHaveLength(2));
    expect(screen.getAllByText('Deuda vencida.')).toHaveLength(2);
    expect(await axeViolations(container)).toEqual([]);
  });

  test('gets a manifest after a question with the reason', async () => {
    const { user, received } = await open('/consola/colectas', [
      listed([{ ...collection, ...blocked }]),
      noManifests,
      reply(manifests.openManifest, { message: 'Se abrió el manifiesto', results: manifest(labels(1), blocked) }),
      reply(manifests.readManifest, { results: manifest(labels(1), blocked) }),
    ]);
    await user.click(await screen.findByRole('button', { name: /^Abrir manifiesto de Mates del Sur/ }));
    const question = await dialog('Mates del Sur está bloqueado');
    expect(question).toHaveTextContent('Motivo: Deuda vencida. ¿Abrir el manifiesto igual?');
    expect(bodiesOf(received, manifests.openManifest)).toEqual([]);
    await user.click(button('Abrir manifiesto', question));
    await alertAppears('Se abrió el manifiesto');
    expect(bodiesOf(received, manifests.openManifest)).toEqual([{ address_id: 70 }]);
  });

  test('stays in the question while it closes', async () => {
    const { user } = await open('/consola/colectas', [listed([{ ...collection, ...blocked }]), noManifests]);
    await user.click(await screen.findByRole('button', { name: /^Abrir manifiesto de Mates del Sur/ }));
    const question = await dialog('Mates del Sur está bloqueado');
    const changed: (string | null)[] = [];
    const observer = new MutationObserver((records) => {
      changed.push(...records.filter(({ type }) => type === 'characterData').map(({ target }) => target.textContent));
    });
    observer.observe(question, { subtree: true, characterData: true });
    await user.click(button('Cancelar', question));
    await dialogsClosed();
    observer.disconnect();
    expect(changed).toEqual([]);
  });

  test('is marked at the hand-over while the manifest is open', async () => {
    const one = manifest(labels(1), blocked);
    await open(`/consola/colectas/${NUMBER}`, [reply(manifests.readManifest, { results: one })]);
    await screen.findByText('Cliente bloqueado');
    expect(screen.getByText('Deuda vencida.')).toBeVisible();
    cleanup();
    const done = { ...one, state: 'entregado' as const, closed_at: AT, closed_by: 'Martín Quiroga' };
    await open(`/consola/colectas/${NUMBER}`, [reply(manifests.readManifest, { results: done })]);
    await screen.findByRole('heading', { name: 'Bultos' });
    expect(screen.queryByText('Cliente bloqueado')).toBeNull();
  });
});
