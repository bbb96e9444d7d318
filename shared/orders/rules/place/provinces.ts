import { fold } from '#shared/kit/text/fold.ts';

/**
 * The 24 jurisdictions of Argentina, sorted by name: ISO 3166-2:AR letter, which is also the first letter of a CPA, and
 * name as lists show it.
 */
export const provinces = [
  { letter: 'B', name: 'Buenos Aires' },
  { letter: 'K', name: 'Catamarca' },
  { letter: 'H', name: 'Chaco' },
  { letter: 'U', name: 'Chubut' },
  { letter: 'C', name: 'Ciudad Autónoma de Buenos Aires' },
  { letter: 'X', name: 'Córdoba' },
  { letter: 'W', name: 'Corrientes' },
  { letter: 'E', name: 'Entre Ríos' },
  { letter: 'P', name: 'Formosa' },
  { letter: 'Y', name: 'Jujuy' },
  { letter: 'L', name: 'La Pampa' },
  { letter: 'F', name: 'La Rioja' },
  { letter: 'M', name: 'Mendoza' },
  { letter: 'N', name: 'Misiones' },
  { letter: 'Q', name: 'Neuquén' },
  { letter: 'R', name: 'Río Negro' },
  { letter: 'A', name: 'Salta' },
  { letter: 'J', name: 'San Juan' },
  { letter: 'D', name: 'San Luis' },
  { letter: 'Z', name: 'Santa Cruz' },
  { letter: 'S', name: 'Santa Fe' },
  { letter: 'G', name: 'Santiago del Estero' },
  { letter: 'V', name: 'Tierra del Fuego' },
  { letter: 'T', name: 'Tucumán' },
] as const;

export type Province = (typeof provinces)[number];
export type ProvinceLetter = Province['letter'];

/** Other names of provinces, folded, without punctuation and without a leading 'provincia de'. */
export const ALIASES: Readonly<Record<string, ProvinceLetter>> = {
  caba: 'C',
  'capital federal': 'C',
  'cap federal': 'C',
  'cap fed': 'C',
  'ciudad de buenos aires': 'C',
  'ciudad autonoma buenos aires': 'C',
  'ciudad autonoma de bs as': 'C',
  gba: 'B',
  'gran buenos aires': 'B',
  'buenos aires gba': 'B',
  'buenos aires province': 'B',
  'bs as': 'B',
  bsas: 'B',
  'sgo del estero': 'G',
  'stgo del estero': 'G',
  'tierra del fuego antartida e islas del atlantico sur': 'V',
};

/** Name of the group of shipments whose province isn't known. */
export const NO_PROVINCE = 'Sin provincia';

const byLetter = new Map<string, Province>(provinces.map((province) => [province.letter, province]));
const byName = new Map<string, Province>(provinces.map((province) => [fold(province.name), province]));

/** Returns the province of a letter, in any case; null for an unknown letter. */
export function provinceByLetter(letter: string): Province | null {
  return byLetter.get(letter.trim().toUpperCase()) ?? null;
}

/**
 * Returns the province of a name without regard to case, accents and punctuation ('Bs. As.', 'C.A.B.A.'); null for an
 * unknown one.
 */
export function provinceByName(name: string): Province | null {
  const key = fold(name.replaceAll('.', '').replaceAll(/[,()_-]/g, ' ')).replace(
    /^(provincia|prov|pcia) (de(l)? )?/,
    '',
  );
  return byName.get(key) ?? byLetter.get(ALIASES[key] ?? '') ?? null;
}
