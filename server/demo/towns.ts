import { type ProvinceLetter, provinceByLetter } from '#shared/orders/rules/place/provinces.ts';

/** A town that shipments are sent to, with common street and neighbourhood names. */
export interface Town {
  province: ProvinceLetter;
  zip: string;
  city: string;
  neighborhood: string;
}

const town = (province: ProvinceLetter, zip: string, city: string, neighborhood: string): Town => ({
  province,
  zip,
  city,
  neighborhood,
});

/** One town per province (24). Orders use them in this sequence. */
export const capitals: readonly Town[] = [
  town('C', '1425', 'Ciudad Autónoma de Buenos Aires', 'Palermo'),
  town('B', '1900', 'La Plata', 'Centro'),
  town('X', '5000', 'Córdoba', 'Nueva Córdoba'),
  town('S', '3000', 'Santa Fe', 'Candioti'),
  town('M', '5500', 'Mendoza', 'Quinta Sección'),
  town('T', '4000', 'San Miguel de Tucumán', 'Barrio Norte'),
  town('E', '3100', 'Paraná', 'Centro'),
  town('A', '4400', 'Salta', 'Tres Cerritos'),
  town('N', '3300', 'Posadas', 'Villa Sarita'),
  town('H', '3500', 'Resistencia', 'Villa Centenario'),
  town('W', '3400', 'Corrientes', 'Camba Cuá'),
  town('G', '4200', 'Santiago del Estero', 'Centro'),
  town('J', '5400', 'San Juan', 'Desamparados'),
  town('Y', '4600', 'San Salvador de Jujuy', 'Los Perales'),
  town('R', '8500', 'Viedma', 'Centro'),
  town('Q', '8300', 'Neuquén', 'Área Centro'),
  town('P', '3600', 'Formosa', 'San Martín'),
  town('U', '9103', 'Rawson', 'Centro'),
  town('D', '5700', 'San Luis', 'Centro'),
  town('K', '4700', 'San Fernando del Valle de Catamarca', 'Centro'),
  town('F', '5300', 'La Rioja', 'Centro'),
  town('L', '6300', 'Santa Rosa', 'Villa Alonso'),
  town('Z', '9400', 'Río Gallegos', 'Centro'),
  town('V', '9410', 'Ushuaia', 'Centro'),
];

/** Towns that most shipments are sent to. */
export const frequentTowns: readonly Town[] = [
  town('C', '1414', 'Ciudad Autónoma de Buenos Aires', 'Villa Crespo'),
  town('C', '1406', 'Ciudad Autónoma de Buenos Aires', 'Flores'),
  town('C', '1428', 'Ciudad Autónoma de Buenos Aires', 'Belgrano'),
  town('B', '1602', 'Florida', 'Florida Este'),
  town('B', '1708', 'Morón', 'Centro'),
  town('B', '1832', 'Lomas de Zamora', 'Centro'),
  town('B', '1878', 'Quilmes', 'Centro'),
  town('B', '7600', 'Mar del Plata', 'La Perla'),
  town('B', '8000', 'Bahía Blanca', 'Universitario'),
  town('S', '2000', 'Rosario', 'Pichincha'),
  town('X', '5800', 'Río Cuarto', 'Alberdi'),
  town('R', '8400', 'San Carlos de Bariloche', 'Centro'),
];

export const streets: readonly string[] = [
  'San Martín',
  'Belgrano',
  'Rivadavia',
  'Sarmiento',
  'Mitre',
  '9 de Julio',
  '25 de Mayo',
  'Av. Colón',
  'Av. Libertador',
  'Güemes',
  'Moreno',
  'Alvear',
  'Urquiza',
  'Chacabuco',
  'Maipú',
  'Lavalle',
  'Pasaje Los Álamos',
  'Diagonal Norte',
];

/** Returns the name of a province. */
export const provinceName = (letter: ProvinceLetter): string => provinceByLetter(letter)?.name ?? '';
