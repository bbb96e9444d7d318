/**
 * The provinces with spellings of people and programs, written by hand: a test that compared by the product's reader would not see a
 * province that it reads wrongly.
 */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'Buenos Aires': ['B', 'AR-B', 'BUENOS AIRES', 'Bs. As.', 'Bs As', 'PBA', 'Pcia. de Buenos Aires', 'GBA'],
  Catamarca: ['K', 'AR-K', 'CATAMARCA'],
  Chaco: ['H', 'AR-H', 'Provincia de Chaco'],
  Chubut: ['U', 'AR-U', 'Prov. Chubut'],
  'Ciudad Autónoma de Buenos Aires': ['C', 'AR-C', 'CABA', 'C.A.B.A.', 'Capital Federal', 'Ciudad de Buenos Aires'],
  Córdoba: ['X', 'AR-X', 'cordoba', 'CÓRDOBA', 'Pcia. de Córdoba', 'Cba.', 'CBA'],
  Corrientes: ['W', 'AR-W', 'Ctes.'],
  'Entre Ríos': ['E', 'AR-E', 'entre rios', 'E. Ríos'],
  Formosa: ['P', 'AR-P', 'FORMOSA'],
  Jujuy: ['Y', 'AR-Y', 'Prov. de Jujuy'],
  'La Pampa': ['L', 'AR-L', 'LA PAMPA'],
  'La Rioja': ['F', 'AR-F', 'la rioja'],
  Mendoza: ['M', 'AR-M', 'Mza', 'MZA.'],
  Misiones: ['N', 'AR-N', 'Mnes.'],
  Neuquén: ['Q', 'AR-Q', 'neuquen', 'NQN'],
  'Río Negro': ['R', 'AR-R', 'Rio Negro', 'R. Negro'],
  Salta: ['A', 'AR-A', 'SALTA'],
  'San Juan': ['J', 'AR-J', 'san juan', 'S. Juan'],
  'San Luis': ['D', 'AR-D', 'SAN LUIS'],
  'Santa Cruz': ['Z', 'AR-Z', 'Sta. Cruz'],
  'Santa Fe': ['S', 'AR-S', 'Sta Fe', 'Sta. Fe', 'SANTA FE'],
  'Santiago del Estero': ['G', 'AR-G', 'Sgo. del Estero', 'SDE'],
  'Tierra del Fuego': ['V', 'AR-V', 'T. del Fuego', 'TDF'],
  Tucumán: ['T', 'AR-T', 'tucuman', 'Tuc.'],
};

/** Postal codes of the capitals. */
export const CAPITAL_ZIPS: Readonly<Record<string, string>> = {
  'Buenos Aires': '1900',
  Catamarca: '4700',
  Chaco: '3500',
  Chubut: '9103',
  'Ciudad Autónoma de Buenos Aires': '1001',
  Córdoba: '5000',
  Corrientes: '3400',
  'Entre Ríos': '3100',
  Formosa: '3600',
  Jujuy: '4600',
  'La Pampa': '6300',
  'La Rioja': '5300',
  Mendoza: '5500',
  Misiones: '3300',
  Neuquén: '8300',
  'Río Negro': '8500',
  Salta: '4400',
  'San Juan': '5400',
  'San Luis': '5700',
  'Santa Cruz': '9400',
  'Santa Fe': '3000',
  'Santiago del Estero': '4200',
  'Tierra del Fuego': '9410',
  Tucumán: '4000',
};

/** Spellings with the name of each province. */
export const SPELLED_PROVINCES: readonly (readonly [typed: string, name: string])[] = Object.entries(SPELLINGS).flatMap(
  ([name, others]) => [name, ...others].map((typed) => [typed, name] as const),
);

/** Without accents, case, wide letters, kinds of blanks and hyphens. */
const keyOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const NAMES = new Map(SPELLED_PROVINCES.map(([typed, name]) => [keyOf(typed), name]));

/** Returns the name of a province in a spelling of the list; any other text unchanged. */
export const provinceNameOf = (text: string): string => NAMES.get(keyOf(text)) ?? text;
