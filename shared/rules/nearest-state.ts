import { fold } from './fold.ts';
import { REPORTED_STATES } from './shipment-states.ts';

/** Pairs of neighbouring letters of a text. */
function pairs(text: string): Set<string> {
  const letters = ` ${fold(text.replaceAll('_', ' '))} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2)));
}

/** Names of the states with their pairs: labels, and codes, which may abbreviate. */
const NAMES = REPORTED_STATES.flatMap(({ code, label }) =>
  [label, code].map((name) => ({ label, pairs: pairs(name) })),
);

/** Least resemblance of a misspelt name; less is another word ('Perdido por el chofer'). */
const LEAST = 0.5;

/** Returns the label of the state whose name resembles a text most, by Dice's coefficient; null if none is near. */
function nearestState(text: string): string | null {
  const wanted = pairs(text);
  let best: { label: string | null; score: number } = { label: null, score: LEAST };
  for (const { label, pairs: known } of NAMES) {
    let shared = 0;
    for (const pair of wanted) if (known.has(pair)) shared++;
    const score = (2 * shared) / (wanted.size + known.size);
    if (score > best.score) best = { label, score };
  }
  return best.label;
}

/** Returns the sentence that a state doesn't exist, with the state whose name resembles it most. */
export function unknownStateSentence(text: string): string {
  const nearest = nearestState(text);
  return `El estado «${text}» no existe.${nearest === null ? '' : ` ¿Quisiste decir «${nearest}»?`}`;
}

/** Returns why a state that the table lacks is refused, for the provider's programs (readings C57). */
export const unknownStateReason = (text: string): string =>
  `${unknownStateSentence(text)} Para registrarlo igual, enviá accept_unknown`;
