import { fold } from './fold.ts';

/** The 24 jurisdictions: letter of ISO 3166-2:AR (the first of a CPA), name, and other ways to write it. */
export const PROVINCES = [
  { letter: 'C', name: 'Ciudad Autónoma de Buenos Aires', aliases: ['CABA', 'Capital Federal', 'Ciudad de Buenos Aires'] },
  { letter: 'B', name: 'Buenos Aires', aliases: ['Bs As', 'Bs. As.', 'Provincia de Buenos Aires'] },
  { letter: 'K', name: 'Catamarca', aliases: [] },
  { letter: 'H', name: 'Chaco', aliases: [] },
  { letter: 'U', name: 'Chubut', aliases: [] },
  { letter: 'X', name: 'Córdoba', aliases: [] },
  { letter: 'W', name: 'Corrientes', aliases: [] },
  { letter: 'E', name: 'Entre Ríos', aliases: [] },
  { letter: 'P', name: 'Formosa', aliases: [] },
  { letter: 'Y', name: 'Jujuy', aliases: [] },
  { letter: 'L', name: 'La Pampa', aliases: [] },
  { letter: 'F', name: 'La Rioja', aliases: [] },
  { letter: 'M', name: 'Mendoza', aliases: [] },
  { letter: 'N', name: 'Misiones', aliases: [] },
  { letter: 'Q', name: 'Neuquén', aliases: [] },
  { letter: 'R', name: 'Río Negro', aliases: [] },
  { letter: 'A', name: 'Salta', aliases: [] },
  { letter: 'J', name: 'San Juan', aliases: [] },
  { letter: 'D', name: 'San Luis', aliases: [] },
  { letter: 'Z', name: 'Santa Cruz', aliases: [] },
  { letter: 'S', name: 'Santa Fe', aliases: [] },
  { letter: 'G', name: 'Santiago del Estero', aliases: [] },
  {
    letter: 'V',
    name: 'Tierra del Fuego',
    aliases: ['Tierra del Fuego, Antártida e Islas del Atlántico Sur'],
  },
  { letter: 'T', name: 'Tucumán', aliases: [] },
] as const;

const byText = new Map<string, string>(
  PROVINCES.flatMap(({ letter, name, aliases }) => [name, ...aliases].map((text) => [fold(text), letter])),
);
const byLetter = new Map<string, string>(PROVINCES.map(({ letter, name }) => [letter, name]));

/** The letter of a province by its name or an alias, case and accents apart; null when it is none of the 24. */
export function provinceLetter(text: string): string | null {
  return byText.get(fold(text)) ?? null;
}

/** The name of a province by its letter; null for any other text. */
export function provinceName(letter: string): string | null {
  return byLetter.get(letter) ?? null;
}
