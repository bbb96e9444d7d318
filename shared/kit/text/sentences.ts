/**
 * Joins texts into one line of sentences, without empty ones. A full stop ends each text but the last one, unless the text has its own
 * end: people and messages end texts with and without a stop.
 */
export const joinSentences = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text, index, all) => (index === all.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ');
