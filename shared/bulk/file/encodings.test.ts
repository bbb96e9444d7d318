import { describe, expect, test } from 'vitest';
import { requireWholeLetters } from '#shared/bulk/doubts/damaged-cells.ts';
import type { BulkCells, BulkColumn } from '#shared/bulk/layout/columns.ts';
import { PROGRAM_COLUMNS, programFiles } from '#test/services/program-files.ts';
import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';
import { spanishNames } from '#test/texts/spanish-names.ts';
import type { BulkRow } from './csv-reader.ts';
import { damagedText } from './damaged-text.ts';
import { createDecoder } from './detect-encoding.ts';
import { decodeSingle, encode, SINGLE_BYTE } from './encodings.ts';

const rowsOf = async (bytes: Uint8Array, size = 65_536): Promise<BulkRow[]> =>
  (await readBulkFile(bytes, { sizes: () => size })).rows;

const utf8 = (text: string) => new TextEncoder().encode(text);
const ascii = (changes: Partial<BulkCells>) =>
  bulkText([
    bulkCells(1, {
      nombre: 'Ana',
      apellido: 'Vera',
      localidad: 'Cordoba',
      provincia: 'Cordoba',
      barrio: 'Centro',
      ...changes,
    }),
  ]);

/** Reads one row of a file whose only text beyond ASCII is a cell's. */
async function readCell(
  cell: string,
  { column = 'calle', write = utf8 }: { column?: BulkColumn; write?: (text: string) => Uint8Array } = {},
) {
  const [row] = await rowsOf(write(ascii({ [column]: cell })));
  const isOf = (mark: { column: string | null }) => mark.column === column;
  return {
    value: row?.cells[column] ?? '',
    doubt: row?.doubts?.find(isOf)?.reason ?? null,
    isRefused: row?.problems.some((problem) => problem.column === null || isOf(problem)) ?? true,
  };
}

describe('the file of each program is read as it was written', () => {
  test.each(programFiles().map((file) => [file.program, file] as const))('%s', async (_, { bytes, rows, doubtful }) => {
    const read = await rowsOf(bytes);
    const values = ({ cells }: { cells: Partial<BulkCells> }) => PROGRAM_COLUMNS.map((column) => cells[column]);
    expect(read.map(values)).toEqual(rows.map((cells) => values({ cells })));
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    expect(read.some(({ doubts = [] }) => doubts.length > 0)).toBe(doubtful);
    expect(await rowsOf(bytes, 1)).toEqual(read);
    expect(await rowsOf(bytes, 7)).toEqual(read);
  });
});

describe('a row of another encoding than the file’s is read by itself', () => {
  const file = (...lines: [text: string, encoding: (typeof SINGLE_BYTE)[number]][]) =>
    Buffer.concat(lines.map(([text, encoding]) => encode(text, encoding) as Uint8Array));
  const many = bulkText(Array.from({ length: 20 }, (_, index) => bulkCells(index)));
  const one = (apellido: string) => ascii({ apellido, nro_orden: 'X' }).split('\r\n')[1] ?? '';

  test.each(['macintosh', 'ibm850'] as const)('one row in %s below twenty in Windows-1252', async (encoding) => {
    const rows = await rowsOf(file([many, 'windows-1252'], [one('Muñoz'), encoding]));
    expect(rows.at(-1)?.cells.apellido).toBe('Muñoz');
    expect(rows.at(-1)?.doubts?.map(({ column }) => column)).toEqual(['apellido']);
    expect(rows.slice(0, -1).flatMap(({ doubts = [] }) => doubts)).toEqual([]);
  });

  test('a foreign name in capitals stays what the file’s encoding says', async () => {
    const rows = await rowsOf(file([many, 'windows-1252'], [one('SCHRÖDER'), 'windows-1252']));
    expect(rows.at(-1)?.cells.apellido).toBe('SCHRÖDER');
    expect(rows.flatMap(({ doubts = [] }) => doubts)).toEqual([]);
  });

  test('a byte that is a letter in no encoding refuses its cell alone', async () => {
    const bytes = Buffer.concat([utf8(many), Buffer.from(one('Mu?oz')).map((byte) => (byte === 63 ? 0xff : byte))]);
    const rows = await rowsOf(bytes);
    expect(rows.at(-1)?.problems.map(({ column }) => column)).toEqual(['apellido']);
  });
});

test('text that a person wrote carries no doubt', async () => {
  const others =
    "O’Higgins|D'Angelo|D’Angelo|d’Angelo|Muñoz–Pérez|MUÑOZ–PÉREZ|3°B|3º B|Nº 5|N° 5|B° Jardín|B°Jardín|Mª José|M.ª José|1ª Junta|l’Oréal|Peña & Hijos|AT&T|¿Está?|🎉 casa|Ångström|João Gonçalves|JOÃO|CONCEIÇÃO|SEBASTIÃO|GUIMARÃES|MAGALHÃES|MÃE|MÃOS|IRMÃ|IRMÃS|SÃO PAULO|Magalhães|Müller|Schröder|SCHRÖDER|KÖNIG|Strauß|Hélène|Noël|Citroën|François|GONZáLEZ|gonzÁlez|MUñOZ|Dell’Acqua|Sant’Anna|Çelik|Øyvind|Zoë|Gesù|Kovačević|Dvořák|Иван Петров|王小明|“El Trébol”|«Café»|Casa 4½|100% lana|Av. 9 de Julio – Piso 2|D´Angelo|O`Higgins|Gal·la|Simões|Conceição|Cœur|S/N°|Nro.º 3|¡Hola!|Ñ|dpto Ñ|Á|5º|Marca™|Pedro®|Sala «B»|Casa 4½|é|中|3ª B|#5|Local #4|portería — “timbre 2”".split(
      '|',
    );
  const names = [...spanishNames(), ...others].filter((name) => !/^['=+@-]/.test(name));
  expect(names.length).toBeGreaterThan(2000);
  const quoted = (name: string) => `"${name.replaceAll('"', '""').replaceAll('\n', ' ')}"`;
  const [header = '', row = ''] = ascii({ calle: 'CALLE' }).split('\r\n');
  const written = `${header}\r\n${names.map((name) => `${row.replace('CALLE', () => quoted(name))}\r\n`).join('')}`;
  const rows = await rowsOf(utf8(written));
  expect(rows.flatMap(({ doubts = [] }) => doubts)).toEqual([]);
});

test.each<[BulkColumn, string]>([
  ['email', 'ana+casa@ñandubay.com.ar'],
  ['sku', 'A?B%C^D'],
  ['sku', 'Mu–oz±3'],
  ['observaciones', '¿Timbre roto? Llamar'],
  ['observaciones', 'De lunes–viernes, al lado de McDonald’s…'],
  ['observaciones', 'Ver https://example.com/mapa?q=casa&zoom=3'],
  ['observaciones', 'Descuento del 10%'],
])('a cell of %s may contain «%s»', async (column, cell) => {
  expect(await readCell(cell, { column })).toMatchObject({ value: cell, doubt: null });
});

describe('damage is never read in silence', () => {
  /** Letters that another encoding shows as a blank or as another Spanish letter: they leave no trace in a text. */
  const leavesNoTrace = (name: string) => /[áÁ](?!\p{L})|[ÍÓÚ]/u.test(name);
  const names = spanishNames().filter((name) => /[áéíóúüñ]/i.test(name) && !/["\n;\\]/.test(name));

  async function silent(written: readonly { name: string; bytes: Uint8Array }[]): Promise<string[]> {
    const found: string[] = [];
    for (const { name, bytes } of written) {
      const [row] = await rowsOf(bytes);
      const isRight = row?.cells.calle === name;
      const isMarked = [...(row?.doubts ?? []), ...(row?.problems ?? [])].some(
        ({ column }) => column === 'calle' || column === null,
      );
      if (!isRight && !isMarked) found.push(`${name} → ${row?.cells.calle}`);
    }
    return found;
  }

  test.each(SINGLE_BYTE)('a name in %s is the only one of its file', async (encoding) => {
    const written = names.flatMap((name) => {
      const bytes = encode(ascii({ calle: name }), encoding);
      return bytes ? [{ name, bytes }] : [];
    });
    expect(written.length).toBeGreaterThan(500);
    expect(await silent(written)).toEqual([]);
  });

  test.each(
    SINGLE_BYTE.flatMap((read) =>
      (['utf-8', 'windows-1252', 'macintosh', 'ibm850'] as const).map((write) => [write, read] as const),
    ).filter(
      // No program for DOS opens files of a Mac.
      ([write, read]) => write !== read && !(write === 'macintosh' && read === 'ibm850'),
    ),
  )('a name was written in %s, read in %s and saved in UTF-8', async (write, read) => {
    const written = names
      .filter((name) => write === 'utf-8' || !leavesNoTrace(name))
      .flatMap((name) => {
        const bytes = write === 'utf-8' ? utf8(name) : encode(name, write);
        return bytes ? [{ name, bytes: utf8(ascii({ calle: decodeSingle(bytes, read) })) }] : [];
      });
    expect(written.length).toBeGreaterThan(300);
    expect(await silent(written)).toEqual([]);
  });

  test.each<[string, (letter: string) => string]>([
    ['a question mark', () => '?'],
    ['a decimal reference', (letter) => `&#${letter.charCodeAt(0)};`],
    ['a hexadecimal reference', (letter) => `&#x${letter.charCodeAt(0).toString(16)};`],
    ['an escape of JSON', (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`],
    ['an escape of a URL', (letter) => encodeURIComponent(letter)],
    ['the sign for an unreadable character', () => '\uFFFD'],
  ])('every letter is replaced by %s', async (_, replaced) => {
    const written = names.map((name) => ({
      name,
      bytes: utf8(ascii({ calle: name.replace(/[áéíóúüñÁÉÍÓÚÜÑ]/g, replaced) })),
    }));
    expect(await silent(written)).toEqual([]);
  });
});

test.each([
  ['NÃºÃ±ez', 'Núñez', 'mal en UTF-8'],
  ['NÃƒÂºÃƒÂ±ez', 'Núñez', 'mal en UTF-8'],
  ['N√∫√±ez', 'Núñez', 'mal en UTF-8'],
  ['N├║├▒ez', 'Núñez', 'mal en UTF-8'],
  ['Nu&ntilde;ez', 'Nuñez', 'HTML'],
  ['Nu&amp;ntilde;ez', 'Nuñez', 'HTML'],
  ['Nu\\u00f1ez', 'Nuñez', 'letras en código'],
  ['Dâ€™Angelo', 'D’Angelo', 'mal en UTF-8'],
  ['Mu–oz', 'Mu–oz', '«Muñoz», de un archivo en Mac Roman'],
  ['Mu¤oz', 'Mu¤oz', '«Muñoz», de un archivo en CP850'],
  ['MuÒoz', 'MuÒoz', '«Muñoz», de un archivo en Windows-1252'],
  ['Gonzßlez', 'Gonzßlez', '«González», de un archivo en Windows-1252'],
  ['MARTÖNEZ', 'MARTÖNEZ', '«MARTÍNEZ», de un archivo en CP850'],
  ['Mart’nez', 'Mart’nez', '«Martínez», de un archivo en Mac Roman'],
  ['Mu?oz', 'Mu?oz', 'se perdió'],
  ['MARTÃNEZ', 'MARTÃNEZ', 'se perdió'],
  ['GARCÃA', 'GARCÃA', 'se perdió'],
  ['PEÃA', 'PEÃA', 'se perdió'],
  ['MUÃOZ', 'MUÃOZ', 'se perdió'],
  ['IBAÃEZ', 'IBAÃEZ', 'se perdió'],
  ['CASTAÃO', 'CASTAÃO', 'se perdió'],
  ['ESPAÃOLA', 'ESPAÃOLA', 'se perdió'],
  ['Av. CONSTITUCIÃN', 'Av. CONSTITUCIÃN', 'se perdió'],
  ['Ãlvarez', 'Ãlvarez', 'se perdió'],
  ['ÃLVAREZ', 'ÃLVAREZ', 'se perdió'],
  ['Mu?oz/Paz', 'Mu?oz/Paz', 'se perdió'],
  ['Mu~oz', 'Mu~oz', 'se perdió'],
  ['Mu&ntilde oz', 'Mu&ntilde oz', 'se perdió'],
  ['Mu%F1oz', 'Mu%F1oz', 'se perdió'],
  ['Mu=F1oz', 'Mu=F1oz', 'se perdió'],
  ["Mu\\'f1oz", "Mu\\'f1oz", 'se perdió'],
  ['Mu+APE-oz', 'Mu+APE-oz', 'se perdió'],
  ['Mu_oz', 'Mu_oz', 'se perdió'],
  ['Mu#oz', 'Mu#oz', 'se perdió'],
  ['Mu*oz', 'Mu*oz', 'se perdió'],
  ['????', '????', 'se perdió'],
  ['Ana ???? Paz', 'Ana ???? Paz', 'se perdió'],
  ['2§ C', '2§ C', 'otra codificación'],
  ['3ø B', '3ø B', 'otra codificación'],
  ['Nø 5', 'Nø 5', 'otra codificación'],
  ['2¼ C', '2¼ C', 'otra codificación'],
  ['5™ A', '5™ A', 'otra codificación'],
  ['M. ¥.', 'M. ¥.', 'otra codificación'],
  ['dto ¤', 'dto ¤', 'otra codificación'],
  ['Ò', 'Ò', 'otra codificación'],
  ['Mu¿oz', 'Mu¿oz', 'signo dentro de una palabra'],
  ['Mu□oz', 'Mu□oz', 'signo dentro de una palabra'],
  // Marks of programs and invisible characters beside a repaired word.
  ['="Mu&ntilde;oz"', 'Muñoz', 'códigos de HTML'],
  ["'9 de Muñoz y N&uacute;ñez", '9 de Muñoz y Núñez', 'códigos de HTML'],
  ['\u202aMuÃ±oz\u202c', 'Muñoz', 'UTF-8'],
  ['Mu\u00adÃ±oz', 'Muñoz', 'UTF-8'],
  ['â\u0080\u008b\nAv. Mitre', 'Av. Mitre', 'UTF-8'],
])('«%s» is read as «%s», with its cause', async (written, value, cause) => {
  const read = await readCell(written);
  expect(read.value).toBe(value);
  expect(read.doubt).toContain(cause);
});

test.each([
  ['Mart\u0092nez', '«Mart\uFFFDnez» parece «Martínez», de un archivo en Mac Roman (Excel de Mac). Corregilo'],
  ['Ni\u0096o', '«Ni\uFFFDo» parece «Niño», de un archivo en Mac Roman (Excel de Mac). Corregilo'],
  ['Casa \u0080', 'Tiene letras de otra codificación, que no se ven. Exportá'],
])('controls in the place of letters are refused, and the message names the encoding: %j', async (written, reason) => {
  const [row] = await rowsOf(utf8(ascii({ calle: written })));
  expect(row?.problems).toMatchObject([{ column: 'calle', reason: expect.stringContaining(reason) }]);
});

test.each([
  ['1425;NÃºÃ±ez', 'Línea 2: «1425;NÃºÃ±ez» está dañado'],
  ['1425;Nu\u0096ez', 'Línea 2: «Nu\uFFFDez» parece «Nuñez», de un archivo en Mac Roman'],
  ['1425;Nu\uFFFDez', 'Línea 2: tiene un carácter que no se pudo leer'],
])('a list whose rows nobody sees before they are sent is refused with damaged letters: %s', (line, message) => {
  expect(() => requireWholeLetters(`cp;localidad\r\n${line}\r\n`)).toThrow(message);
});

test.each(['CAMISA~M', 'A^B', 'C\\D', '½ docena', '20µm', 'Lº 3', 'Rexona·Men', 'Nu?ez', '¿Cuál?', 'Pan &amp; vino'])(
  'a list with a sign that may be meant is taken: %s',
  (product) => {
    requireWholeLetters(`sku;cantidad\n${product};3\n`);
  },
);

test('a list with letters and questions that a person wrote is taken', () => {
  requireWholeLetters('cp;localidad\n1425;Núñez\n1900;¿La Plata?\nhttps://example.com/?q=casa;João\n');
});

test('the encoding of a file is known from its beginning', () => {
  const encodingOf = (bytes: Uint8Array) => {
    const decoder = createDecoder();
    expect([...decoder.push(bytes), ...decoder.end()].join('')).not.toBe('');
    return decoder.encoding;
  };
  const found = programFiles()
    .slice(0, 8)
    .map(({ program, bytes }) => [program, encodingOf(bytes)]);
  expect(found).toEqual([
    ['Excel in Argentina', 'windows-1252'],
    ['Excel, saved as CSV UTF-8', 'utf-8'],
    ['Excel, saved as Unicode text', 'utf-16le'],
    ['Excel for Mac', 'macintosh'],
    ['Numbers', 'utf-8'],
    ['LibreOffice', 'utf-8'],
    ['Google Sheets', 'utf-8'],
    ['an old program for DOS', 'ibm850'],
  ]);
});

test.each(['12\u00a0500', '+54\u00a09\u00a011\u00a05555\u00a00101', 'Calle\u00a050'])(
  'a non-breaking space beside a digit is a blank: %s',
  (text) => {
    expect(damagedText(text, 'name')).toBeNull();
  },
);

test('the name of a product that lost a letter is doubted', () => {
  expect(damagedText('MANTA MUÃOZ', 'prose')).toContain('se perdió');
});

test('a cell of invisible signs alone asks about no other cell', async () => {
  const [row] = await rowsOf(utf8(ascii({ barrio: '&nbsp;' })));
  expect(row?.doubts ?? []).toEqual([]);
});
