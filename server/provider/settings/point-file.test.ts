import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportPickupPoints, importPickupPoints, listPickupPoints } from '#shared/provider/staff-pickup-points.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([]));
});
afterAll(() => gateway?.stop());

const load = (text: string) => staff(importPickupPoints, { body: { text } });
const exported = async () => new TextDecoder().decode((await staff(exportPickupPoints)).bytes);
const point = async (code: string) =>
  (await staff(listPickupPoints, { query: { filter: { search: code } } })).body.results.find(
    (one) => one.code === code,
  );

const HEADER = 'codigo;nombre;domicilio;localidad;provincia;cp;horario;latitud;longitud;activo';

test('the exported file is read again without a change', async () => {
  const file = await exported();
  expect(file.replaceAll('"', '')).toContain(HEADER);
  expect(file).toContain(
    '"A4400";"Punto Salta";"Caseros 750";"Salta";"A";"4400";"Lun a vie 10 a 19 h";-24,789;-65,413;"SI"',
  );
  const { body } = await load(file);
  expect(body.message).toBe('0 puntos nuevos · 0 cambiados · 48 iguales · 0 rechazados');
  expect(await exported()).toBe(file);
});

test('a spreadsheet’s file adds and changes points, and an empty cell keeps its value', async () => {
  const { body } = await load(
    [
      HEADER,
      'bari-9;"Kiosco; el Sur";Mitre 10;Bariloche;Río Negro;8400;9 a 18;-41,13;-71,3;si',
      'A4400;Salta Centro;;;;;;;;no',
    ].join('\r\n'),
  );
  expect(body.results).toEqual([
    { line: 2, code: 'BARI-9', result: 'created', reason: null },
    { line: 3, code: 'A4400', result: 'changed', reason: null },
  ]);
  expect(await point('BARI-9')).toMatchObject({ name: 'Kiosco; el Sur', province: 'R', lat: -41.13, lon: -71.3 });
  expect(await point('A4400')).toMatchObject({
    name: 'Salta Centro',
    street: 'Caseros 750',
    lat: -24.789,
    active: false,
  });
});

test('each wrong row is refused with its line, column and reason, and the right ones are saved', async () => {
  const rows = [
    'NEU-1;Centro;Roca 5;Neuquén;Neuquén;8300;;;;',
    ';Sin código;Roca 5;Neuquén;Neuquén;8300;;;;',
    'NEU 2;Espacio;Roca 5;Neuquén;Neuquén;8300;;;;',
    'NEU-3;Otra provincia;Roca 5;Córdoba;X;8300;;;;',
    'NEU-4;Lejos;Roca 5;Neuquén;Neuquén;8300;;-68;-38;',
    'NEU-5;Media;Roca 5;Neuquén;Neuquén;8300;;-38,9;;',
    'NEU-6;Quizás;Roca 5;Neuquén;Neuquén;8300;;;;tal vez',
    'NEU-7;;;;;;;;;',
    'NEU-8;De más;Roca 5;Neuquén;Neuquén;8300;;;;;;',
  ];
  const { body } = await load([HEADER, ...rows].join('\n'));
  expect(body.message).toBe('1 punto nuevo · 0 cambiados · 0 iguales · 8 rechazados');
  expect(body.results.slice(1).map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'codigo: Falta el código'],
    [4, 'codigo: El código lleva letras, números y guiones'],
    [5, expect.stringMatching(/^(provincia|cp): /)],
    [6, 'latitud: La latitud tiene que estar entre -56 y -21. longitud: La longitud tiene que estar entre -74 y -53'],
    [7, expect.stringMatching(/^longitud: /)],
    [8, 'activo: poné SI o NO'],
    [9, expect.stringMatching(/^nombre: .*domicilio: .*localidad: .*provincia: .*cp: /)],
    [10, 'Tiene 12 columnas y el encabezado 10'],
  ]);
  expect(await point('NEU-1')).toMatchObject({ name: 'Centro' });
  expect(await point('NEU-7')).toBeUndefined();
});

test('names and places that a program damaged or replaced are refused at their columns', async () => {
  const rows = ['DAN-1;Ca?uelas;Roca 5;Neuquén;', 'DAN-2;Centro;#N/A;Neuquén;', 'DAN-3;Centro;Roca 5;PEÃA;'];
  const { body } = await load([HEADER, ...rows.map((row) => `${row}Neuquén;8300;;;;`)].join('\n'));
  expect(body.results.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^nombre: .*se perdió/),
    'domicilio: Es un error de la planilla. Poné el dato que va acá',
    expect.stringMatching(/^localidad: .*se perdió/),
  ]);
});

test('of two rows with one code the later one counts', async () => {
  await load(`${HEADER}\nDOS-1;Primero;Roca 5;Neuquén;Neuquén;8300;;;;\ndos-1;Segundo;;;;;;;;`);
  expect(await point('DOS-1')).toMatchObject({ name: 'Segundo', street: 'Roca 5' });
});

test('a file without codes, an empty one and one that is too long are refused as a whole', async () => {
  for (const [text, reason] of [
    ['nombre;cp\nCentro;8300', 'Línea 1: Falta la columna codigo'],
    ['\n\n', 'El archivo está vacío'],
    [`codigo;nombre\n${'A4400;Salta\n'.repeat(2001)}`, 'El archivo tiene 2001 filas: el máximo es 2000'],
  ] as const) {
    const { status, body } = await load(text);
    expect([status, body.errors?.[0]?.message], text.slice(0, 20)).toEqual([422, reason]);
  }
});
