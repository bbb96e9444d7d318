/** Text that replaces names and streets of masked persons (docs/run.md, retention). */
export const MASKED = 'Dato borrado';

/** What replaces the hidden part of a text that the staff see masked; of a text whose parts are all private, the whole. */
export const HIDDEN_TEXT = '•••';
