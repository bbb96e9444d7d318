import type { BulkCells } from '#shared/bulk/layout/columns.ts';

/**
 * Cells as people and programs write them, each with the judgement that a person gives it: what is stored, with '?' and a word of the
 * doubt if it has to be checked, or '!' and a word of the reason for which it is refused.
 */
export type TypedCell = readonly [cell: Partial<BulkCells>, judgement: string];

const each = (column: keyof BulkCells, cells: readonly string[], judgement: string): TypedCell[] =>
  cells.map((typed) => [{ [column]: typed }, judgement]);

/** Days as programs write what they make of '10-12' and '3-4'. */
const DAYS = [
  '2026-12-10',
  '10/12/2026',
  '10-12-26',
  '10.12.26',
  'dic-10',
  '10-dic',
  '10-dic-26',
  '10/dic./2026',
  '2026/12/10',
  '2026-12-10 00:00:00',
  '10/12/2026 0:00',
  '10-12-2026 00:00:00',
  '12/10/26 12:00:00 a. m.',
  '10-Dec-26 00:00',
  '2026-12-10T00:00:00.000Z',
  '2026-12-10T00:00:00-03:00',
  'jueves, 10 de diciembre de 2026',
  'Thu Dec 10 2026',
  'sábado 12-dic-2026',
  'dom. 10 dic 2026',
  'Thu, 10 Dec 2026 00:00:00 GMT',
  'Thu Dec 10 2026 00:00:00 GMT-0300 (hora estándar de Argentina)',
];
/** Days that may be a street's name or an address as well. */
const SPELLED_DAYS = [
  'jueves 10 de diciembre',
  'Dom. 25 de Mayo',
  'jueves 10 de diciembre 2026',
  '10 dic',
  '10 dic 2026',
  '10 de diciembre de 2026',
  'Dec. 10, 2026',
  'dic. 2010',
];
/** Times as programs write what they make of '3:4'. */
const TIMES = ['12:30', '3:04:00', '12:30:00 p. m.', '3:04 AM', '12:30 hs', '0:00'];

const FIGURES = [
  'altura',
  'piso',
  'dpto',
  'cp',
  'documento',
  'telefono',
  'largo_cm',
  'peso_g',
  'valor',
  'envio',
] as const;
const TEXTS = ['nombre', 'apellido', 'calle', 'entre_calle_1', 'localidad', 'barrio', 'provincia'] as const;

export const TYPED_CELLS: readonly TypedCell[] = [
  ...FIGURES.flatMap((column) => [
    ...each(column, [...DAYS, ...SPELLED_DAYS], '! fecha'),
    ...each(column, TIMES, '! hora'),
  ]),
  ...TEXTS.flatMap((column) => [...each(column, DAYS, '! fecha'), ...each(column, TIMES, '! hora')]),
  ...(['altura', 'piso', 'dpto'] as const).flatMap((column) => [
    ...each(column, ['1/2/3', '1-2-3', '1.2.3'], '! separalos con comas'),
    [{ [column]: '1,2,3' }, '1,2,3'] as const,
  ]),
  // Streets are called after days, and numbers with hyphens are no dates.
  ...['9 jul', '25 de Mayo', '9 de Julio', '20 de Junio de 1820'].map((calle): TypedCell => [{ calle }, calle]),
  ...[
    'Dom. 25 de Mayo',
    'Dom. 25 de Mayo 1234',
    'Dom 25 de Mayo 1950',
    'Domicilio 9 de Julio 850',
    'Martín 9 de Julio',
    'Monoblock 17 de Octubre',
    'Marcos 1 de Mayo',
    'Domingo 2 de Abril',
  ].flatMap((written): TypedCell[] => [
    [{ calle: written }, /\d{3}$/.test(written) ? `${written} ? Revisá cuál es la altura` : written],
    [{ barrio: written }, written],
  ]),
  ...['45-67-89', '1234/36', '10-12', '12-5', 'S/N', '11.45.678'].map((altura): TypedCell => [{ altura }, altura]),
  [{ telefono: '11-45-6789' }, '11-45-6789'],

  // A street with a number of its own: the altura again, or another one.
  [{ calle: 'Mitre 1250', altura: '1250' }, 'Mitre ? queda «Mitre»'],
  [{ calle: 'Av. Mitre N° 1250', altura: '1250.0' }, 'Av. Mitre ? queda «Av. Mitre»'],
  [{ calle: 'Mitre 1250 3 B', altura: '1250' }, 'Mitre 1250 3 B ? número 1250'],
  ...['1127', '3', 'S/N', 'Km 4'].flatMap((altura): TypedCell[] => [
    [{ calle: 'Mitre 1250', altura }, 'Mitre 1250 ? número 1250'],
    [{ calle: 'Mitre N° 1250', altura }, 'Mitre N° 1250 ? número 1250'],
  ]),
  ...[
    '9 de Julio',
    'Calle 12',
    'Calle N° 12',
    'Ruta 8',
    'Ruta Prov. N° 4',
    'Av. 520',
    'Diag. 74',
    'Pasaje 3',
    '12',
    'Los 33 Orientales',
    'Barrio 120 Viviendas',
    'Mz 4 Casa 12',
    'Ruta 8 km 45',
    'Calle 50 e/ 9 y 10',
    'Torre 3',
  ].map((calle): TypedCell => [{ calle, altura: '1250' }, calle]),

  // Letters that are written to the digits of a house number may stand for digits.
  ...['12OO', '1Oo', '12QQ', '1O5', '12l5', '1B5', '12O', '12l', 'I20', '12½', '12AB'].map(
    (altura): TypedCell => [{ altura }, `${altura} ? letras pegadas`],
  ),
  ...['123B', '1234 B', '1200bis', '1200 bis', 'Km 45', 'km45', 'S/N', 'N1200', '100PB', '100p3', '12 OO'].map(
    (altura): TypedCell => [{ altura }, altura],
  ),

  // Days and times as spreadsheets store them, where a number of five digits is hardly one.
  ...(['documento', 'calle', 'altura', 'piso', 'dpto', 'entre_calle_1', 'localidad', 'barrio'] as const).flatMap(
    (column) => [
      ...['46366', '36526', '55153'].map((cell): TypedCell => [{ [column]: cell }, `${cell} ? fecha`]),
      ...['1127', '36525', '55154', '463660'].map((cell): TypedCell => [{ [column]: cell }, cell]),
    ],
  ),
  [{ altura: '46366,0' }, '46366 ? (10/12/2026)'],
  [{ altura: '46366.5' }, '46366.5 ? (10/12/2026)'],
  [{ altura: '0,127777777777778' }, '0,127777777777778 ? hora'],
  ...each('piso', ['0,127777777777778'], '! 10 caracteres'),
  [{ peso_g: '46143' }, '46143 ? (01/05/2026)'],
  [{ peso_g: '46140' }, '46140'],
  [{ valor: '46366' }, '46366'],
  ...(['telefono', 'cp', 'largo_cm'] as const).map((column): TypedCell => [{ [column]: '46366' }, '! ']),
  [{ cantidad: '46366', sku: 'X' }, '! Máximo 9999'],

  // Decimals that suggest a larger unit.
  [{ valor: '12.5' }, '13 ? Si son miles'],
  [{ largo_cm: '0,2', ancho_cm: '0,15', alto_cm: '0,1' }, '1 ? Si son metros'],
  [{ alto_cm: '0.2' }, '1 ? Si son metros'],
  [{ peso_g: '45,5' }, '46 ? Si son kilos'],
  [{ peso_g: '0,9' }, '! kilos'],

  [{ largo_cm: '1,20' }, '2 ? Si son metros'],
  [{ ancho_cm: '2.5' }, '3 ? Si son metros'],
  [{ alto_cm: '9,5' }, '10 ? Si son metros'],
  ...each('largo_cm', ['30,5', '30.5'], '31'),
  [{ alto_cm: '10,5' }, '11'],

  // The sign of a currency belongs to an amount: columns may be shifted.
  ...(['peso_g', 'largo_cm', 'ancho_cm', 'alto_cm'] as const).flatMap((column) => [
    ...each(column, ['$ 30', '$30', 'ARS 30', 'AR$ 30'], '30 ? Tiene signo de pesos'),
  ]),
  [{ cantidad: '$5', sku: 'X' }, '5 ? Tiene signo de pesos'],
  [{ peso_g: '$ 2 kg' }, '2000 ? Tiene signo de pesos'],
  [{ valor: '$ 500' }, '500'],

  // Units behind a number.
  ...each('valor', ['12500$', '$ 12500.-', '12500,-', '$12.500,--', '12.500 pesos', '12500 ARS', 'AR$ 12500'], '12500'),
  ...each('valor', ['U$S 100', '100 USD', '12 mil', '12k', '12500 kg'], '! número'),
  ...each('peso_g', ['900 g', '900g', '900 gr.', '900 gramos', '0,9 kg', '0.900 Kg.'], '900'),
  ...each('peso_g', ['1 kg', '1.000 kg', '1 kilo', '1000 g'], '1000'),
  ...each('peso_g', ['1,5 g', '1.2 grs.', '2 g'], '2 ? menos que la caja'),
  [{ peso_g: '0,9 g' }, '1 ? menos que la caja'],
  [{ peso_g: '45.5 g', alto_cm: '1' }, '46'],
  [{ peso_g: '1.500 g' }, '1500'],
  ...each('peso_g', ['1,5', '1.2'], '! kilos'),
  ...each('largo_cm', ['0,2 cm', '0,5 mm'], '1'),
  ...each('largo_cm', ['30 cm', '30cm.', '0,3 m', '0,300 m', '300 mm'], '30'),
  [{ largo_cm: '30 g' }, '! número'],
  [{ cantidad: '2 u.', sku: 'X' }, '2'],

  // Places behind a postal code, signs in a document, and floors in words.
  ...each(
    'cp',
    ['CP 5000', '5000 Córdoba', '5000, CORDOBA', '5000 - Nueva Córdoba', '(5000)', '5000 (Córdoba)'],
    '5000',
  ),
  ...each('cp', ['5000 CABA', '5000 Rosario', '5000 5001', '5000 pesos'], '! código postal'),
  [{ cp: '1425 CABA', provincia: 'Capital Federal', localidad: 'Palermo' }, '1425'],
  ...each('documento', ["28'456'789", '28’456’789', '28.456.789', '28 456 789', 'DNI 28456789'], '28456789'),
  ...each('piso', ['Planta Baja', 'P.B.', 'PB', 'p. baja', 'PLANTA BAJA', 'Pta. Baja'], 'PB'),
  ...each('piso', ['Primer piso', 'Piso número 1', '1'], '1'),
  [{ piso: 'Terraza con jardín' }, '! 10 caracteres'],
  [{ dpto: 'Departamento 12' }, '12'],
  [{ dpto: 'Departamento del fondo' }, '! 10 caracteres'],

  // Two phones, and zeros in the place of a number.
  ...each(
    'telefono',
    ['11 5555-0101 / 11 5555-0202', '4555-0101/4555-0202', '11 5555-0101 y 11 5555-0202', '1155550101 ; 1155550202'],
    '! más de un teléfono',
  ),
  ...each(
    'email',
    [
      'a@x.com; b@y.com',
      'a@x.com,b@y.com',
      'a@x.com / b@y.com',
      'a@x.com y b@y.com',
      'a@x.com b@y.com',
      'Ana <a@x.com>, Beto <b@y.com>',
    ],
    '! más de un email',
  ),
  ...each('email', ['a@@x.com', 'ana@x', 'a@x.com-b@y.com', 'ana@ x.com'], '! inválido'),
  ...each('telefono', ['+54 9 11 5555-0101 int. 22', '+54 9 11 5555-0101 interno 4422'], '! no es válido'),
  [{ telefono: '+54 9 11 5555-0101 int. 22' }, '! no es válido'],
  ...[
    '11 5555-0101 11 5555-0202',
    '1155550101-1155550202',
    '455-0101 455-0202',
    '+54 11 5555-0101 +598 99 123 456',
    '1155550101 1155550102',
    '11555501011155550102',
    '11555501011155550102123',
  ].map((telefono): TypedCell => [{ telefono }, `${telefono} ? dos teléfonos`]),
  ...['0054 9 0351 15 555-0142', '+54 9 11 5555-0101', '+595 981 123 456'].map(
    (telefono): TypedCell => [{ telefono }, telefono],
  ),
  [{ telefono: '000-000-0000' }, '000-000-0000 ? solo ceros'],
  ...each('documento', ['00000000', '00.000.000'], '00000000 ? solo ceros'),
];
