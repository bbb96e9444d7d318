const SETTINGS_PATH = '/consola/configuracion';

/** Sections of the settings, in the order of their tabs. */
export const SECTIONS = [
  { slug: '', name: 'Primeros pasos' },
  { slug: 'terminos', name: 'Términos' },
  { slug: 'puntos', name: 'Puntos de retiro' },
  { slug: 'codigos-postales', name: 'Códigos postales' },
  { slug: 'categorias', name: 'Categorías' },
  { slug: 'feriados', name: 'Feriados' },
  { slug: 'claves', name: 'Claves' },
] as const;

export type SectionSlug = (typeof SECTIONS)[number]['slug'];

/** Address of a section. */
export const sectionPath = (slug: SectionSlug): string => (slug === '' ? SETTINGS_PATH : `${SETTINGS_PATH}/${slug}`);
