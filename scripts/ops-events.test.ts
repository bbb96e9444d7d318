import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { generateTrackingId, labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { createFakeJobs } from '#test/services/fake-jobs.ts';
import { createOpsRunner, type OpsRunner } from './ops-runner.ts';

let gateway: TestGateway;
let client: TestClient;
let folder: string;
let ops: OpsRunner['ops'];
beforeAll(async () => {
  ({ gateway } = await startStaffGateway([orderRoutes, shipmentRoutes], { jobs: createFakeJobs() }));
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-ops-events-'));
  ({ ops } = createOpsRunner(gateway.url, folder));
  return () => rm(folder, { recursive: true, force: true });
});

/** Creates an order and returns the labels of its shipments. */
async function labels(count: number): Promise<string[]> {
  const shipments = Array.from({ length: count }, () => shipment());
  const { body } = await gateway.call(createOrder, { by: client, body: newOrder({ shipments }) });
  return shipments.map((_, index) => `${body.results.tracking_id}-${index + 1}`);
}

const write = (name: string, lines: readonly string[], encoding: BufferEncoding = 'utf8') =>
  writeFile(join(folder, name), Buffer.from(lines.join('\r\n'), encoding));

const read = (name: string) => readFile(join(folder, name), 'utf8');

test('a CSV file as Excel saves it is recorded; what failed is written beside it, and can be corrected and loaded', async () => {
  const [a = '', b = '', c = ''] = await labels(3);
  await write(
    'día.csv',
    [
      'Etiqueta;Estado;Motivo',
      `${a};;Avería`,
      `${b.toLowerCase()};Entregdo;`,
      '',
      `${a};;`,
      '7,3E+10;;',
      `${c};entregado;`,
    ],
    'latin1',
  );
  const { code, out, err } = await ops(['eventos', 'día.csv', '--estado', 'Retirado']);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/^1 registrados, 0 repetidos, 3 rechazados, 1 dobles$/m);
  expect(out).toMatch(new RegExp(`^2 +lista-${a}-retirado-\\S+ +${a} +registrado`, 'm'));
  expect(out).toMatch(/^3 .*rechazado +El estado «Entregdo» no existe\. ¿Quisiste decir «Entregado»\?$/m);
  expect(out).toMatch(/^5 .*doble +Ya está en la lista: fila 2$/m);
  expect(out).toMatch(/^6 .*rechazado +La planilla convirtió la etiqueta en el número «7,3E\+10»/m);
  expect(out).toMatch(/^7 .*rechazado +No puede pasar de Registrado a Entregado$/m);
  expect(out).toMatch(/^Las que fallaron están en día - a corregir\.csv$/m);

  const failed = await read('día - a corregir.csv');
  const [, first = '', second = ''] = failed.split('\r\n');
  expect(first).toBe(
    `"${b.toLowerCase()}";"Entregdo";"";"";"";"";"";"";"";"El estado «Entregdo» no existe. ¿Quisiste decir «Entregado»?"`,
  );
  expect(second).toContain('"7,3E+10"');
  await writeFile(join(folder, 'corregido.csv'), failed.replace('Entregdo', 'Retirado').replace(`${second}\r\n`, ''));
  const again = await ops(['eventos', 'corregido.csv']);
  expect(again.out).toMatch(/^1 registrados, 0 repetidos, 1 rechazados$/m);
});

test('a file with times that is loaded twice is recorded once', async () => {
  const all = await labels(3);
  await write('lista.csv', all);
  const when = ['--estado', 'retirado', '--fecha', new Date().toISOString()];
  const once = await ops(['eventos', 'lista.csv', ...when]);
  expect([once.code, once.out]).toEqual([0, expect.stringMatching(/^3 registrados, 0 repetidos, 0 rechazados$/m)]);
  const twice = await ops(['eventos', 'lista.csv', ...when, '--json']);
  const { results, ...counts } = JSON.parse(twice.out);
  expect(counts).toEqual({ recorded: 0, repeated: 3, refused: 0 });
  expect(results.map(({ shipment_id }: { shipment_id: string }) => shipment_id)).toEqual(all);
  // Nothing failed, so that no file was written.
  expect(await readdir(folder)).toEqual(['lista.csv']);
});

test('events of JSON that fail are written as CSV too', async () => {
  const [label = ''] = await labels(1);
  const at = new Date().toISOString();
  const events = [
    { event_id: 'uno', shipment_id: label, state: 'entregado', at, reason: '=1+1' },
    { event_id: 'dos', shipment_id: label, state: 'retirado', weight: 900 },
    null,
  ];
  await writeFile(join(folder, 'lote.json'), JSON.stringify(events));
  const { out } = await ops(['eventos', 'lote.json']);
  expect(out).toMatch(/^0 registrados, 0 repetidos, 3 rechazados$/m);
  const failed = await read('lote - a corregir.csv');
  expect(failed.split('\r\n')[1]).toBe(
    `"${label}";"entregado";"${at}";"'=1+1";"uno";"";"";"";"";"No puede pasar de Registrado a Entregado"`,
  );
  expect(failed.split('\r\n')[2]).toMatch(new RegExp(`^"${label}";"retirado";"";"";"dos";"900";"";"";"";"Falta at`));
});

/** Returns labels of shipments that don't exist. */
const unknownLabels = (count: number) =>
  Array.from({ length: count }, () =>
    labelOf(
      generateTrackingId((size) => randomBytes(size)),
      1,
    ),
  );

/** Loses the answer of a call, counted from 1: the server gets it and the terminal doesn't. */
function loseAnswer(lost: number): void {
  const send = globalThis.fetch;
  let calls = 0;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...input) => {
    calls += 1;
    const response = await send(...input);
    if (calls === lost) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    return response;
  });
  onTestFinished(() => spy.mockRestore());
}

const retirados = (label: string) =>
  gateway.owner(
    `SELECT e.event_id FROM shipment_events e JOIN shipments s ON s.id = e.shipment_id
     WHERE s.label = $1 AND e.state_code = 'retirado'`,
    [label],
  );

describe('a list without times whose second call of three gets no answer', () => {
  test('is loaded again from the file of what is left, and records nothing twice', async () => {
    const [a = '', b = '', c = ''] = await labels(3);
    await write('lista.csv', [a, ...unknownLabels(999), b, ...unknownLabels(999), c]);
    loseAnswer(2);
    const { code, out, err } = await ops(['eventos', 'lista.csv', '--estado', 'retirado']);
    expect(code).toBe(1);
    expect(out).toMatch(/^1 registrados, 0 repetidos, 999 rechazados, 1001 sin respuesta$/m);
    expect(out).toMatch(new RegExp(`^1 .* ${a} +registrado`, 'm'));
    expect(out).toMatch(new RegExp(`^1001 +lista-${b}-retirado-\\S+ +${b} +sin respuesta`, 'm'));
    expect(err).toMatch(/^El servidor no responde \(ECONNRESET\)/);
    expect(err).toContain(
      'Para seguir cargá lista - a corregir.csv, no lista.csv: lo que ya se registró no se registra otra vez',
    );

    const again = await ops(['eventos', 'lista - a corregir.csv']);
    expect(again.out).toMatch(/^1 registrados, 1 repetidos, 1998 rechazados$/m);
    for (const label of [a, b, c]) expect(await retirados(label)).toHaveLength(1);
  });

  test('prints the results as JSON, and the reason apart', async () => {
    await write('lista.csv', unknownLabels(1001));
    loseAnswer(2);
    const { code, out, err } = await ops(['eventos', 'lista.csv', '--estado', 'retirado', '--json']);
    expect([code, JSON.parse(out).results.at(-1).result]).toEqual([1, 'unanswered']);
    expect(err).toContain('lista - a corregir.csv');
  });
});

test('a list that the server refuses as a whole is left as it was, without another file', async () => {
  await write('lista.csv', unknownLabels(2));
  const { code, out } = await ops(['eventos', 'lista.csv', '--estado', 'retirado'], { OPS_API_KEY: 'otra clave' });
  expect([code, out, await readdir(folder)]).toEqual([1, '', ['lista.csv']]);
});

test('a file of what failed stays, perhaps corrected, when the list is loaded again', async () => {
  const [label = ''] = unknownLabels(1);
  await write('lista.csv', [label]);
  await write('lista - a corregir.csv', ['corregida']);
  const { out } = await ops(['eventos', 'lista.csv', '--estado', 'retirado']);
  expect(out).toMatch(/^Las que fallaron están en lista - a corregir \(2\)\.csv$/m);
  expect(await read('lista - a corregir.csv')).toBe('corregida');
  expect(await read('lista - a corregir (2).csv')).toContain(label);
  await ops(['eventos', 'lista.csv', '--estado', 'retirado']);
  expect((await readdir(folder)).sort()).toContain('lista - a corregir (3).csv');
});

test('the results are shown even if the file of what failed can’t be written', async () => {
  const [label = ''] = unknownLabels(1);
  // The longer name of the second file exceeds the 255 bytes that file systems allow.
  const name = `${'l'.repeat(245)}.csv`;
  await write(name, [label]);
  const { code, out, err } = await ops(['eventos', name, '--estado', 'retirado']);
  expect([code, out]).toEqual([1, expect.stringContaining('No existe ese envío')]);
  expect(err).toMatch(/^No se pudo escribir l+ - a corregir\.csv \(ENAMETOOLONG\)$/m);
});

test.each([
  ['vacío.csv', ['', ''], [], 'El archivo vacío.csv no tiene ninguna fila'],
  ['abierta.csv', ['"uno'], [], 'Hay una comilla (") sin cerrar en la fila 1. Corregila y probá de nuevo'],
  ['libro.csv', ['PK\u0003\u0004xxxxxxxx'], [], 'Es una planilla de Excel.'],
  ['objeto.json', ['{"otra": 1}'], [], 'El archivo objeto.json no contiene una lista de eventos'],
  ['fecha.csv', ['x'], ['--fecha', 'ayer'], "'ayer' no es una fecha con hora"],
])('%s is refused with the reason', async (name, lines, options, reason) => {
  await write(name, lines);
  const { code, out, err } = await ops(['eventos', name, ...options]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(reason);
});
