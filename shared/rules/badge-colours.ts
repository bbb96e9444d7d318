import type { BadgeColour } from './badge-colour.ts';
import { fold } from './fold.ts';
import { SHIPMENT_STATES } from './shipment-states.ts';

/** Words of badges that are no shipment states: orders, payments, modification requests, bulk rows, stock, SI/NO. */
const otherWords: Record<Exclude<BadgeColour, 'gris'>, readonly string[]> = {
  verde: ['Activo', 'Aprobado', 'Confirmado', 'Devuelto', 'Listo', 'Pago confirmado', 'Preparado', 'SI', 'Válido'],
  azul: [],
  amarillo: ['Crítico', 'Pendiente', 'Revisión'],
  rojo: ['Con Incidencia', 'Error', 'Inválido', 'NO', 'Omitido', 'Rechazado', 'Vencido'],
};

const colours = new Map<string, BadgeColour>(SHIPMENT_STATES.map((state) => [fold(state.label), state.badge]));
for (const [colour, words] of Object.entries(otherWords)) {
  for (const word of words) colours.set(fold(word), colour as BadgeColour);
}

/** Prefixes would make 'No sabemos' red. */
const onlyExactly = new Set(['si', 'no']);
const longestFirst = [...colours.keys()].filter((word) => !onlyExactly.has(word)).sort((a, b) => b.length - a.length);

const letterOrDigit = /[\p{L}\p{N}]/u;

/** The colour of any badge by its text (D1 §4); grey for an unknown text. */
export function badgeColourOf(text: string): BadgeColour {
  return colours.get(matchBadgeWord(text) ?? '') ?? 'gris';
}

/**
 * The known word of a badge that a text stands for, folded: case and accents don't count; the whole text first, else the
 * longest known beginning that ends where a word ends ('No Entregado: ausente' is 'no entregado'). Null for an unknown
 * text.
 */
export function matchBadgeWord(text: string): string | null {
  const folded = fold(text);
  if (colours.has(folded)) return folded;
  return (
    longestFirst.find((word) => folded.startsWith(word) && !letterOrDigit.test(folded.charAt(word.length))) ?? null
  );
}
