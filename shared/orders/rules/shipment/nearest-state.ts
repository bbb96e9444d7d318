import { fold } from '#shared/kit/text/fold.ts';
import { nearestName } from '#shared/kit/text/nearest-name.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import { REPORTED_STATES } from './shipment-states.ts';

const lettersOf = (text: string) => fold(text.replaceAll('_', ' '));

/** Least letters of a first word that stands for its name: 'Recibido', but not 'No'. */
const WORD = 4;

const LABELS: ReadonlySet<string> = new Set(REPORTED_STATES.map(({ label }) => lettersOf(label)));

/** Spellings of the states: labels and codes, and the first words of labels, but for those that are a whole label. */
const SPELLINGS = [
  ...REPORTED_STATES.flatMap(({ code, label }) =>
    [label, code].map((text) => ({ name: label, letters: lettersOf(text) })),
  ),
  ...REPORTED_STATES.map(({ label }) => ({ name: label, letters: lettersOf(label).split(' ')[0] ?? '' })).filter(
    ({ letters }) => letters.length >= WORD && !LABELS.has(letters),
  ),
];

/**
 * Returns the label of the state that a text may have been; null if none is near, or if it is the first word of several. More changes make
 * another word.
 */
const nearestState = (text: string): string | null =>
  nearestName(lettersOf(text), SPELLINGS, (length) => Math.floor(length / 4));

/** Returns the sentence that a state doesn't exist, with the state whose name resembles it most. */
export function unknownStateSentence(text: string): string {
  const nearest = nearestState(text);
  return joinSentences([
    `El estado «${text}» no existe`,
    ...(nearest === null ? [] : [`¿Quisiste decir «${nearest}»?`]),
  ]);
}

/** Returns why a state that the table lacks is refused, for the provider's programs (readings C57). */
export const unknownStateReason = (text: string): string =>
  joinSentences([unknownStateSentence(text), 'Para registrarlo igual, enviá accept_unknown']);
