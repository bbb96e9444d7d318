import type { Day } from '#shared/days.ts';
import { nationalHolidays } from '#shared/provider/working-days.ts';

/** Names of national holidays by their date by law, or by their days from Easter. */
const NAMES: Readonly<Record<string, string>> = {
  '01-01': 'Año Nuevo',
  '03-24': 'Memoria por la Verdad y la Justicia',
  '04-02': 'Veteranos y Caídos en Malvinas',
  '05-01': 'Día del Trabajador',
  '05-25': 'Revolución de Mayo',
  '06-17': 'Paso a la Inmortalidad de Güemes',
  '06-20': 'Paso a la Inmortalidad de Belgrano',
  '07-09': 'Día de la Independencia',
  '08-17': 'Paso a la Inmortalidad de San Martín',
  '10-12': 'Respeto a la Diversidad Cultural',
  '11-20': 'Soberanía Nacional',
  '12-08': 'Inmaculada Concepción',
  '12-25': 'Navidad',
  '-48': 'Carnaval',
  '-47': 'Carnaval',
  '-2': 'Viernes Santo',
};

/** Returns the names of a year's national holidays by day. */
export function nationalNames(year: number): Map<Day, string> {
  return new Map([...nationalHolidays(year)].map(([day, law]) => [day, NAMES[law] ?? 'Feriado nacional']));
}

/** Returns the name of a national holiday; null for any other day. */
export function nationalName(day: Day): string | null {
  return nationalNames(Number(day.slice(0, 4))).get(day) ?? null;
}
