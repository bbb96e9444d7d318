import { pluralize } from './text/format.ts';
import { HOUR_SECONDS } from './time-units.ts';

const UNITS = [
  [HOUR_SECONDS, 'hora', 'horas'],
  [60, 'minuto', 'minutos'],
  [1, 'segundo', 'segundos'],
] as const;

/** Returns a wait in its largest unit, rounded up so that nobody tries too early: '45 segundos', '2 minutos'. @param seconds from 1 */
export function waitText(seconds: number): string {
  const [size, one, many] = UNITS.find(([unit]) => seconds >= unit) ?? UNITS[2];
  return pluralize(Math.ceil(seconds / size), one, many);
}

/** Returns the Spanish message of a call that a rate limit refuses. @param seconds of `Retry-After` */
export const throttledText = (seconds: number): string =>
  `Hiciste muchos intentos. Probá de nuevo en ${waitText(seconds)}`;
