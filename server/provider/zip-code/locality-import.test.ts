import { expect, test } from 'vitest';
import { parseLocalities } from './locality-import.ts';

const read = parseLocalities;

const palermo = { code: '1425', city: 'Palermo', province: 'C' };

test.each([
  ['our own list', 'code;city;province\n1425;Palermo;C\n'],
  ['commas, other names and another order', 'PROVINCIA,Código Postal,localidad\nCapital Federal,1425,Palermo'],
  ['unknown columns, quotes, no line break at the end', 'id;cp;localidad;provincia\r\n7;1425;"Palermo";caba'],
  ['a CPA, a letter in lower case and spaces', 'cp;localidad;provincia\rC1425ABC;  Palermo ;c\r'],
  ['an official list with CPA codes of letter and digits', 'cp;localidad;provincia\nC1425;Palermo;C'],
  ['blank lines', '\n\ncode;city;province\n;;\n\n1425;Palermo;C\n\n'],
])('%s is read', (_, text) => {
  expect(read(text)).toEqual({ rows: [palermo], problems: [] });
});

test('accents are read, and a byte order mark is skipped', () => {
  const córdoba = { rows: [{ code: '5000', city: 'Córdoba', province: 'X' }], problems: [] };
  expect(read('\uFEFFcode;city;province\n5000;Córdoba;Córdoba')).toEqual(córdoba);
});

test('a quoted province name with a comma is read from a file separated by commas', () => {
  const { rows } = read('cp,localidad,provincia\n9410,Ushuaia,"Tierra del Fuego, Antártida e Islas del Atlántico Sur"');
  expect(rows).toEqual([{ code: '9410', city: 'Ushuaia', province: 'V' }]);
});

test.each([
  '="1425";"=""Palermo""";C',
  "'1425;Palermo;C",
  '1425;Palermo;Ciudad de Bs. As.',
  '1425;Palermo;Cap. Fed. (AR)',
])('marks of programs and spellings of provinces are read as in files of orders: %s', (line) => {
  expect(read(`code;city;province\n${line}`)).toEqual({ rows: [palermo], problems: [] });
});

test.each([
  ['5000', 'Córdoba', 'Cba', 'X'],
  ['2000', 'Rosario', 'Sta. Fe', 'S'],
])('the abbreviation of a province is read: %s %s, %s', (code, city, region, province) => {
  expect(read(`code;city;province\n${code};${city};${region}`).rows).toEqual([{ code, city, province }]);
});

test.each([
  ['Ca?uelas', 'se perdió'],
  ['CAÃUELAS', 'se perdió'],
  ['CaÃ±uelas', 'Parece «Cañuelas»'],
  ['Ca&ntilde;uelas', 'Parece «Cañuelas»'],
  ['C¢rdoba', 'CP850'],
  ['#N/A', 'Es un error de la planilla'],
  ['46366', 'una fecha (10/12/2026)'],
  ['9-jul', 'La planilla lo convirtió en una fecha'],
])('a locality that a program changed is refused: %s', (city, reason) => {
  const { rows, problems } = read(`code;city;province\n1814;"${city}";B`);
  expect(rows).toEqual([]);
  expect(problems).toMatchObject([{ line: 2, message: expect.stringContaining(reason) }]);
});

test('each invalid row is reported with its line and reason, and the valid rows are kept', () => {
  const lines = [
    'code;city;province',
    '1425;Palermo;C',
    '0425;Palermo;C',
    '142;Palermo;C',
    'S/N;Palermo;C',
    '1425;Palermo;Montevideo',
    'B1425ABC;Palermo;C',
    '1425;;C',
    '1425;Palermo',
    `1425;${'x'.repeat(41)};C`,
    '5000;Córdoba;X',
  ];
  const { rows, problems } = read(lines.join('\n'));
  expect(rows.map(({ code }) => code)).toEqual(['1425', '5000']);
  expect(problems).toEqual([
    { line: 3, message: "El código postal '0425' no es válido" },
    { line: 4, message: "El código postal '142' no es válido" },
    { line: 5, message: "El código postal 'S/N' no es válido" },
    { line: 6, message: "La provincia 'Montevideo' no existe" },
    { line: 7, message: "El código postal 'B1425ABC' no es de Ciudad Autónoma de Buenos Aires" },
    { line: 8, message: 'Falta la localidad' },
    { line: 9, message: 'Tiene 2 columnas y el encabezado 3' },
    { line: 10, message: `La localidad '${'x'.repeat(41)}' tiene más de 40 caracteres` },
  ]);
});

test.each(['\n', '\r\n'])('line numbers equal those of an editor, even after cells with line breaks (%j)', (end) => {
  const { rows, problems } = read(['code;city;province', `5000;"Villa${end}Allende";X`, '', 'x;Y;Z'].join(end));
  expect(rows).toEqual([{ code: '5000', city: 'Villa Allende', province: 'X' }]);
  expect(problems).toEqual([{ line: 5, message: "El código postal 'x' no es válido" }]);
});

test('unclosed quotes are reported', () => {
  const { rows, problems } = read('code;city;province\n1425;Palermo;C\n5000;"Córdoba;X\n2000;Rosario;S');
  expect(rows).toEqual([palermo]);
  expect(problems).toEqual([{ line: 3, message: 'Las comillas no están bien cerradas' }]);
});

test('a list without a required column is refused with its name, and an empty file as empty', () => {
  expect(read('cp;partido\n1425;Palermo').problems).toEqual([
    { line: 1, message: 'Falta la columna localidad, provincia' },
  ]);
  for (const nothing of ['', '\uFEFF', '\n\n', ';;']) {
    expect(read(nothing)).toEqual({ rows: [], problems: [{ line: 1, message: 'El archivo está vacío' }] });
  }
});

test('of rows that differ only in case or accents, the first is kept', () => {
  const { rows, problems } = read('cp;localidad;provincia\n5000;Córdoba;X\nX5000;CORDOBA;cordoba\n5000;Córdoba;S');
  expect(rows.map(({ city, province }) => [city, province])).toEqual([
    ['Córdoba', 'X'],
    ['Córdoba', 'S'],
  ]);
  expect(problems).toEqual([]);
});

test('a full list of 25,000 rows is read completely', () => {
  const lines = Array.from({ length: 25_000 }, (_, row) => `${1000 + (row % 9000)};Paraje ${row};Entre Ríos`);
  lines[24_990] = '0;Nada;E';
  const { rows, problems } = read(['code;city;province', ...lines].join('\r\n'));
  expect(rows).toHaveLength(24_999);
  expect(rows.at(-1)).toEqual({ code: '7999', city: 'Paraje 24999', province: 'E' });
  expect(problems).toEqual([{ line: 24_992, message: "El código postal '0' no es válido" }]);
});
