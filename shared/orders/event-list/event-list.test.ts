import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { generateTrackingId, labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import type { EventDefaults } from './check-row.ts';
import { EMPTY_CELLS } from './columns.ts';
import { failedRowsCsv } from './failed-rows.ts';
import { type CheckedRows, eventBody, type ListedRow, listEvents } from './list-events.ts';
import { LIST_LIMITS, readEventRows } from './read-rows.ts';

const NOW = Date.parse('2026-11-26T12:00:00-03:00');
const DEFAULTS: EventDefaults = { state: 'retirado', at: null, reason: '' };

const id = (n: number) => generateTrackingId((size) => new Uint8Array(size).map((_, index) => n * 5 + index * 7 + 10));
const label = (n: number) => labelOf(id(n), 1);
const [A, B, C] = [label(1), label(2), label(3)];

/** Reads and checks a list. */
const list = (text: string, defaults: Partial<EventDefaults> = {}): ListedRow[] =>
  listEvents(
    readEventRows(text).map((row) => ({ ...row, source: '' })),
    { ...DEFAULTS, ...defaults },
    NOW,
  );

/** Returns the event or the problem of the only row. */
function only(text: string, defaults: Partial<EventDefaults> = {}) {
  const [row, ...others] = list(text, defaults);
  expect(others).toEqual([]);
  return row?.event ?? row?.problem;
}

describe('a list of labels', () => {
  test('skips blank lines, and keeps the number and the text of each row', () => {
    const rows = list(`\n  \n${A}\r\n\r\n;;\n  ${B.toLowerCase()}  \nGarcía\n`);
    expect(rows.map(({ row, text, event }) => [row, text, event?.label ?? null])).toEqual([
      [3, A, A],
      [6, B.toLowerCase(), B],
      [7, 'García', null],
    ]);
  });

  test('gets the state, the time and the reason of the whole list', () => {
    const at = NOW - MINUTE_MS;
    expect(only(A, { state: 'No Entregado', at, reason: 'Otros' })).toEqual({
      label: A,
      state: 'no_entregado',
      at,
      reason: 'Otros',
      eventId: null,
      measured: null,
    });
  });

  test('understands addresses of codes on labels', () => {
    for (const address of [`https://remito.example/seguimiento/${A}`, `https://remito.example/s/${A}?x=1&y=2`]) {
      expect(only(address)).toMatchObject({ label: A });
    }
    expect(only('https://remito.example/seguimiento/')).toBe('La dirección no contiene una etiqueta');
  });

  test('marks a label that is there twice, and sends it once', () => {
    const rows = list(`${A}\n${B}\nhttps://remito.example/s/${A}\n${A.toLowerCase()}`);
    expect(rows.map(({ double, problem, event }) => [double, problem, event !== null])).toEqual([
      [false, null, true],
      [false, null, true],
      [true, 'Ya está en la lista: fila 1', false],
      [true, 'Ya está en la lista: fila 1', false],
    ]);
  });

  test.each(['7.3E+10', '7,3E+10', '7E+10'])('refuses %s with what to do in the spreadsheet', (cell) => {
    expect(list(`${A}\n${cell}`)[1]?.problem).toBe(
      `La planilla convirtió la etiqueta en el número «${cell}». Dale formato Texto a la columna y escribí la etiqueta de nuevo`,
    );
  });

  test('refuses a tracking id, with the label that is missing', () => {
    expect(only(id(1))).toBe(`«${id(1)}» es el seguimiento de una orden. Poné la etiqueta del envío: «${A}»`);
  });

  test('refuses a label with a wrong character', () => {
    const wrong = A.replace(/^./, (first) => (first === '7' ? '8' : '7'));
    expect(only(wrong)).toBe(`«${wrong}» no es una etiqueta. Revisá sus letras y números: es como 7K3MQ9XW2RM-1`);
    expect(only('#N/D')).toBe('Es un error de la planilla. Poné el dato que va acá');
    expect(only('12/5/2026')).toBe('La planilla lo convirtió en una fecha. Poné el dato, con la celda como texto');
  });

  test('needs a state', () => {
    expect(only(A, { state: '' })).toBe('Falta el estado. Elegí uno para toda la lista, o completá la columna estado');
  });

  test('has a limit', () => {
    const over = `${A}\n`.repeat(LIST_LIMITS.rows + 1);
    expect(() => readEventRows(over)).toThrow('La lista tiene más de 20.000 filas. Dividila y cargá las partes');
    expect(() => readEventRows(`${A}\n"${B}\n`)).toThrow('Hay una comilla (") sin cerrar en la fila 2');
    expect(readEventRows('')).toEqual([]);
  });
});

describe('a table', () => {
  test.each([';', ',', '\t'])('is divided by «%s», with or without a header', (mark) => {
    const row = [A, 'En Curso', '26/11/2026 9:30', 'Segunda visita', 'e-1'].join(mark);
    const event = {
      label: A,
      state: 'en_curso',
      at: Date.parse('2026-11-26T09:30:00-03:00'),
      reason: 'Segunda visita',
      eventId: 'e-1',
      measured: null,
    };
    expect(only(row)).toEqual(event);
    expect(only(`${['Etiqueta', 'ESTADO', 'Fecha', 'Motivo', 'Evento'].join(mark)}\n${row}`)).toEqual(event);
  });

  test('has its columns in any order; others are ignored', () => {
    const rows = list(`sep=;\r\nCliente;Fecha;shipment_id;rechazo;estado\r\nACME;;${A};No existe;\r\n`);
    expect(rows).toMatchObject([{ row: 3, event: { label: A, state: 'retirado', at: null, reason: '' } }]);
  });

  test('has events of one shipment at several times', () => {
    const rows = list(
      `${A};retirado;25/11/2026 10:00\n${A};recibido_cd;25/11/2026 10:00\n${A};retirado;25/11/2026 10:01`,
    );
    expect(rows.map(({ double }) => double)).toEqual([false, false, false]);
  });

  test('has events of one shipment, state and time with ids of their own, and marks only a repeated id', () => {
    const rows = list(['e-1', 'e-2', 'e-1'].map((own) => `${A};retirado;25/11/2026 10:00;;${own}`).join('\n'));
    expect(rows.map(({ event, double }) => [event?.eventId ?? null, double])).toEqual([
      ['e-1', false],
      ['e-2', false],
      [null, true],
    ]);
  });

  test('may begin with a row that has only a label', () => {
    expect(list(`${A}\n${B},en_curso\n${C},en_curso`).map(({ event }) => event?.state)).toEqual([
      'retirado',
      'en_curso',
      'en_curso',
    ]);
  });

  test.each([
    ['EN TRÁNSITO', 'en_transito'],
    ['en transito', 'en_transito'],
    ['EN_CURSO', 'en_curso'],
    ['Entregado con observaciones', 'entregado_danio'],
  ])('has states by text or code: %s', (state, code) => {
    expect(only(`${A};${state}`)).toMatchObject({ state: code });
  });

  test('names the nearest of an unknown state, unless unknown ones are accepted', () => {
    expect(only(`${A};Entregdo`)).toBe('El estado «Entregdo» no existe. ¿Quisiste decir «Entregado»?');
    // Nothing is near enough to be meant.
    expect(only(`${A};Perdido por el chofer`)).toBe('El estado «Perdido por el chofer» no existe');
    // A state that no event reports isn't proposed.
    expect(only(`${A};Pendiente Pago`)).not.toContain('Pendiente de Pago');
    expect(only(`${A};En depósito`, { acceptUnknown: true })).toMatchObject({ state: 'En depósito' });
  });

  test.each([
    ['26/11/2026 11:59', '2026-11-26T11:59:00-03:00'],
    ['6/1/2026 9:05:07', '2026-01-06T09:05:07-03:00'],
    ['2026-11-26 11:59', '2026-11-26T11:59:00-03:00'],
    ['2026-11-26T11:59:30Z', '2026-11-26T11:59:30Z'],
    ['26/11/2026 12:04', '2026-11-26T12:04:00-03:00'],
  ])('reads the moment %s', (cell, at) => {
    expect(only(`${A};retirado;${cell}`)).toMatchObject({ at: Date.parse(at) });
  });

  test.each([
    ['26/11/2026 12:06', 'La fecha está en el futuro: «26/11/2026 12:06»'],
    ['26/11/2026', 'A la fecha «26/11/2026» le falta la hora. Escribila como 26/11/2026 14:30'],
    ['31/02/2026 10:00', '«31/02/2026 10:00» no es una fecha. Escribila como 26/11/2026 14:30'],
    ['ayer', '«ayer» no es una fecha. Escribila como 26/11/2026 14:30'],
    ['46352,6', '«46352,6» no es una fecha. Escribila como 26/11/2026 14:30'],
    ['#####', 'Es un error de la planilla. Poné el dato que va acá'],
  ])('refuses the moment %s', (cell, reason) => {
    expect(only(`${A};retirado;${cell}`)).toBe(reason);
  });

  test('takes a moment in the future once it has come, and checks no other row again', () => {
    const rows = readEventRows(`${A};retirado;26/11/2026 12:06\n${B};retirado;26/11/2026 12:00`).map((row) => ({
      ...row,
      source: '',
    }));
    const known: CheckedRows = new WeakMap();
    const at = (now: number) => listEvents(rows, DEFAULTS, now, known).map(({ event }) => event);
    const before = at(NOW);
    expect(before).toEqual([null, expect.objectContaining({ label: B })]);
    const after = at(NOW + MINUTE_MS);
    expect(after[0]).toMatchObject({ label: A });
    expect(after[1]).toBe(before[1]);
  });

  test('refuses a moment of the whole list in the future', () => {
    expect(only(A, { at: NOW + 6 * MINUTE_MS })).toBe('La fecha está en el futuro');
  });

  test('has what was measured when shipments were checked', () => {
    const measured = { grams: 3400, lengthCm: 40, widthCm: 30, heightCm: 20 };
    const rows = list(
      `etiqueta;estado;Peso (g);Largo;Ancho;Alto\n${A};controlado;3400;40;30;20\n${B};Controlado;900;;;`,
    );
    expect(rows.map(({ event, problem }) => event?.measured ?? problem)).toEqual([
      measured,
      { grams: 900, lengthCm: null, widthCm: null, heightCm: null },
    ]);
    expect(rows.map(({ event }) => event && eventBody(event, NOW))).toMatchObject([
      { weight: 3400, length: 40, width: 30, height: 20 },
      { weight: 900 },
    ]);
  });

  test.each([
    ['retirado;;;;900', 'El peso y las medidas van sólo con el estado Controlado'],
    ['controlado;;;;;40;30;20', 'Falta el peso: las medidas van con él'],
    ['controlado;;;;900;40', 'Completá largo, ancho y alto, o ninguno de los tres'],
    ['controlado;;;;0,9', 'Ingresá gramos enteros, sin decimales'],
    ['controlado;;;;un kilo', 'Peso: Ingresá un número'],
    ['controlado;;;;1,5 kg;30 cm;0,2 m;20', 'Peso, Largo, Ancho: Ingresá un número'],
  ])('refuses the measurement %s', (cells, reason) => {
    expect(only(`${A};${cells}`)).toBe(reason);
  });

  test('names two wrong cells with one full stop between them', () => {
    expect(only(`${A};Perdido por el chofer;ayer`)).toMatch(
      /«Perdido por el chofer» no existe\. «ayer» no es una fecha/,
    );
    expect(only(`${A};Entregdo;ayer`)).toContain('¿Quisiste decir «Entregado»? «ayer» no es una fecha');
  });

  test('names all that is wrong in a row', () => {
    expect(only(`García;Entregdo;ayer;${'x'.repeat(201)};${'y'.repeat(101)}`)).toMatch(
      /^«García» no es .* El estado «Entregdo» no existe.* «ayer» no es una fecha.* motivo: .*200.* evento: .*100/,
    );
  });
});

describe('an event without an id', () => {
  const bodies = (text: string, now = NOW) => list(text).map(({ event }) => event && eventBody(event, now).event_id);

  test('gets the same one for the same label, state and time', () => {
    const text = `${A};retirado;25/11/2026 10:00`;
    expect(bodies(text)).toEqual(bodies(`${A.toLowerCase()};RETIRADO;2026-11-25T13:00:00Z`, NOW + 1000));
    for (const other of [`${B};retirado;25/11/2026 10:00`, `${A};en_curso;25/11/2026 10:00`, `${A};retirado`]) {
      expect(bodies(text)).not.toEqual(bodies(other));
    }
  });

  test('without a time, gets the moment of sending', () => {
    const [row] = list(A);
    expect(row?.event && eventBody(row.event, NOW)).toMatchObject({ at: '2026-11-26T15:00:00.000Z', reason: '' });
    expect(bodies(A)).not.toEqual(bodies(A, NOW + 1000));
  });
});

test('the file of rows without an answer repeats the same events, to the millisecond', () => {
  const [now, later] = [NOW + 123, NOW + MINUTE_MS];
  const sent = list(`${A};;;=1+1\n${B};en_curso;25/11/2026 10:00:30;;e-1`).map(
    ({ event }) => event && eventBody(event, now),
  );
  const csv = failedRowsCsv(sent.map((body) => ({ cells: EMPTY_CELLS, sent: body, unanswered: true, reason: '' })));
  const again = list(csv, { state: '', reason: 'Otros' }).map(({ event }) => event && eventBody(event, later));
  expect(again[0]).toEqual(sent[0]);
  expect(again[1]).toEqual({ ...sent[1], reason: 'Otros' });
});

test('the file of what failed is read again, and its formulas are harmless', () => {
  const rows = list(`${A};Entregado;25/11/2026 10:00:30;=1+1;e-1\n=HYPERLINK("x")`, { state: '' });
  const csv = failedRowsCsv(
    rows.map(({ cells, event, problem }) => ({
      cells,
      sent: event && eventBody(event, NOW),
      reason: problem ?? 'No existe ese envío',
    })),
  );
  expect(csv).toContain('"etiqueta";"estado";"fecha";"motivo";"evento";"peso";"largo";"ancho";"alto";"rechazo"');
  expect(csv).toContain(`"${A}";"Entregado";"25/11/2026 10:00:30";"'=1+1";"e-1";"";"";"";"";"No existe ese envío"`);
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  const again = list(csv, { state: '' });
  expect(again.map(({ event, problem }) => [event, problem])).toEqual(
    rows.map(({ event, problem }) => [event, problem]),
  );
});
