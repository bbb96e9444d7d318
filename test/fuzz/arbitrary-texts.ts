import fc from 'fast-check';
import type { TypedColumn } from '#test/texts/judge-texts.ts';
import { SPELLED_PROVINCES } from '#test/texts/spelled-provinces.ts';
import { fuzzText } from './fuzz-text.ts';

/** A text as a person or a program writes it. */
export interface TypedText {
  column: TypedColumn;
  /** What the person means, as it is stored; null for a text that means nothing. */
  meant: string | null;
  typed: string;
  /** Whether programs changed letters, so that what was typed is not what was meant. */
  isDamaged: boolean;
}

/** Values of a column, each with a spelling of it, or alone where it is stored as it is spelt. */
const VALUES: Record<
  Exclude<TypedColumn, 'provincia' | 'cp'>,
  readonly (string | readonly [typed: string, meant: string])[]
> = {
  nombre: [
    'Ana',
    'José María',
    'Íñigo',
    'Zoë',
    "O'Hara",
    'Ñandú',
    'María de los Ángeles',
    '李',
    'Иван',
    'محمد',
    'Łukasz',
    'Lucía 🎉',
  ],
  apellido: [
    'Gómez',
    'Núñez',
    'D’Alessandro',
    'Güiraldes',
    'Peña-Ruiz',
    'de la Fuente',
    'Muñoz (h)',
    'Şahin',
    'Ağaoğlu',
    'Conceição',
  ],
  documento: [
    '28456789',
    '4567890',
    'AB123456',
    ['28.456.789', '28456789'],
    ['28 456 789', '28456789'],
    ['DNI 28.456.789', '28456789'],
    ['28456789.0', '28456789'],
    ['30-70835592-1', '30708355921'],
    ["28'456'789", '28456789'],
  ],
  email: [
    'ana@example.com',
    'Ana.Gomez+1@example.com.ar',
    'ñandú@example.com',
    ['ana@ñandubay.com.ar', 'ana@xn--andubay-3za.com.ar'],
    ['<ana@example.com>', 'ana@example.com'],
    ['mailto:ana@example.com', 'ana@example.com'],
  ],
  telefono: [
    '351 612-4480',
    '+54 9 351 612-4480',
    '(0351) 612-4480',
    ['351.612.4480', '351 612 4480'],
    ['tel: 351 612-4480', '351 612-4480'],
    ['0351/6124480', '0351 6124480'],
    ['3516124480.0', '3516124480'],
  ],
  calle: [
    'Bv. Chacabuco',
    '9 de Julio',
    '25 de Mayo',
    'Calle 50',
    'Dr. Nicolás Avellaneda',
    "Av. O'Higgins",
    'Pje. Ñuñorco',
    'Ruta 8',
    'Nº 12',
    'Martín Güemes (ex 9)',
    'Av. San Martín & Mitre',
    '1º de Mayo',
    '¾ Luna',
  ],
  altura: [
    '1127',
    'S/N',
    '12 bis',
    'Km 12,5',
    '1127/29',
    '10-12',
    '1127 B',
    '½',
    ['1127.0', '1127'],
    ['1127,00', '1127'],
  ],
  piso: [
    '3',
    'PB',
    '3º',
    '-1',
    'EP',
    '12',
    'Último',
    ['3.0', '3'],
    ['Planta Baja', 'PB'],
    ['P.B.', 'PB'],
    ['planta baja', 'PB'],
    ['p b', 'PB'],
  ],
  dpto: ['B', '12', '4º B', 'Fte.', 'A-1', '3/4', 'Local 2', ['12.0', '12']],
  entre_calle_1: ['San Lorenzo', 'Calle 50 y 51', '9 de Julio', 'Av. Colón'],
  entre_calle_2: ['Ituzaingó', 'Güemes'],
  localidad: ['Córdoba', '9 de Julio', 'Río Cuarto', "Colonia O'Higgins", 'Añatuya'],
  barrio: ['Nueva Córdoba', 'Güemes', 'Alta Córdoba', '17 de Octubre', 'B° Yofre'],
  observaciones: [
    'Timbre roto',
    'Dejar a Núñez, ¿sí?',
    '50% pagado',
    'Portón & reja',
    'a < b',
    '=1+1',
    '- tocar 2',
    'Leer &ntilde; así',
  ],
};

const ZIPS: readonly (readonly [string, string])[] = [
  ['5000', '5000'],
  ['X5000ABC', 'X5000ABC'],
  ['x5000abc', 'X5000ABC'],
  ['X 5000 ABC', 'X5000ABC'],
  ['X5000', 'X5000'],
  ['CP 5000', '5000'],
  ['5.000', '5000'],
  ['5000.0', '5000'],
  ['(5000)', '5000'],
  ['C.P. X5000ABC', 'X5000ABC'],
];

const COLUMNS: readonly TypedColumn[] = ['provincia', 'cp', ...(Object.keys(VALUES) as (keyof typeof VALUES)[])];

const plainValue: fc.Arbitrary<Pick<TypedText, 'column' | 'meant' | 'typed'>> = fc
  .constantFrom(...COLUMNS)
  .chain((column) => {
    const values = column === 'provincia' ? SPELLED_PROVINCES : column === 'cp' ? ZIPS : VALUES[column];
    return fc.constantFrom(...values).map((value) => {
      const [typed, meant] = typeof value === 'string' ? [value, value] : value;
      return { column, typed, meant };
    });
  });

/** Any text in any column, with words that a program may take for its own. */
const anyValue: fc.Arbitrary<Pick<TypedText, 'column' | 'meant' | 'typed'>> = fc.record({
  column: fc.constantFrom(...COLUMNS),
  meant: fc.constant(null),
  // A file with null characters is no CSV.
  typed: fc.oneof(
    fuzzText.map((text) => text.replaceAll('\0', '')),
    fc.constantFrom('constructor', '__proto__', 'null', 'NaN', 'undefined', 'true'),
  ),
});

const ENTITIES: Readonly<Record<string, string>> = {
  ñ: '&ntilde;',
  á: '&aacute;',
  é: '&#233;',
  í: '&#xED;',
  ó: '&oacute;',
  ú: '&uacute;',
  '&': '&amp;',
};

/** How programs, web pages and phones write letters; no change of what is meant. */
const LOOKS: readonly ((text: string) => string)[] = [
  (text) => text.replace(' ', '\u00a0'),
  (text) => text.replace(' ', '\u2009\u3000'),
  (text) => `${text.slice(0, 1)}\u200b${text.slice(1)}`,
  (text) => `${text.slice(0, 2)}\u00ad${text.slice(2)}`,
  (text) => text.normalize('NFD'),
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (text) => text.replaceAll('-', '–'),
];

/** What programs and web pages put around a text, or break it with. */
const MARKS: readonly ((text: string) => string)[] = [
  (text) => `'${text}`,
  (text) => `’${text}`,
  (text) => `="${text}"`,
  (text) => ` ${text}  `,
  (text) => `\u00a0${text}\u00a0`,
  (text) => text.replace(' ', '\t'),
  (text) => text.replace(' ', '\r\n'),
  (text) => `${text}\n`,
  (text) => `\ufeff${text}`,
  (text) => `\u202a${text}\u202c`,
];

/** What programs make of letters: references of HTML, UTF-8 read as something else, lost letters, escapes, controls. */
const DAMAGES: readonly ((text: string) => string)[] = [
  (text) => text.replace(/[ñáéíóú&]/g, (letter) => ENTITIES[letter] ?? letter),
  (text) => Buffer.from(text).toString('latin1'),
  ...['windows-1252', 'macintosh'].map(
    (encoding) => (text: string) => new TextDecoder(encoding).decode(Buffer.from(text)),
  ),
  ...['?', '\ufffd'].map((sign) => (text: string) => text.replace(/[^\0-\x7f]/g, sign)),
  (text) => text.replace(/[ñáéíóú]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[ñáéíóú]/g, (letter) => encodeURIComponent(letter)),
  (text) => `${text}\u0007`,
];

const applied = (changes: readonly ((text: string) => string)[], text: string) =>
  changes.reduce((changed, change) => change(changed), text);

/** Generates names, addresses, contacts, postal codes and provinces, with what programs do to them. */
export const typedText: fc.Arbitrary<TypedText> = fc
  .record({
    value: fc.oneof({ weight: 9, arbitrary: plainValue }, { weight: 1, arbitrary: anyValue }),
    looks: fc.array(fc.constantFrom(...LOOKS), { maxLength: 1 }),
    damage: fc.option(fc.constantFrom(...DAMAGES), { freq: 3, nil: null }),
    marks: fc.array(fc.constantFrom(...MARKS), { maxLength: 2 }),
  })
  .map(({ value, looks, damage, marks }) => {
    const written = applied(looks, value.typed);
    // Invisible characters alone have no letters to damage.
    const damaged = damage && /[^\p{Cf}\s]/u.test(written) ? damage(written) : written;
    return { ...value, typed: applied(marks, damaged), isDamaged: damaged !== written };
  });
