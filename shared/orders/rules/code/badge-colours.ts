import { fold } from '#shared/kit/text/fold.ts';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { BadgeColour } from './badge-colour.ts';

/** Badge texts other than shipment states: orders, payments, modification requests, bulk rows, stock, SI/NO. */
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

/** Words that match only as the whole text: as prefixes, they would make 'No sabemos' red. */
const onlyExactly = new Set(['si', 'no']);
const longestFirst = [...colours.keys()].filter((word) => !onlyExactly.has(word)).sort((a, b) => b.length - a.length);

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Returns the colour of a badge by its text (D1 §4); grey for an unknown text. */
export function badgeColourOf(text: string): BadgeColour {
  return colours.get(matchBadgeWord(text) ?? '') ?? 'gris';
}

/**
 * Returns the known word that a badge's text matches, folded (without case and accents). Tries the whole text first,
 * then the longest known beginning that ends at the end of a word: 'No Entregado: ausente' matches 'no entregado'.
 * Returns null for an unknown text.
 */
export function matchBadgeWord(text: string): string | null {
  const folded = fold(text);
  if (colours.has(folded)) return folded;
  return (
    longestFirst.find((word) => folded.startsWith(word) && !letterOrDigit.test(folded.charAt(word.length))) ?? null
  );
}
