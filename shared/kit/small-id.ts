import { integer } from './fields.ts';
import { messages } from './messages.ts';

/** Id in a path for the provider's small tables, with a smaller maximum. */
export const smallId = integer({
  required: messages.notFound,
  min: [1, messages.notFound],
  max: [2 ** 31 - 1, messages.notFound],
});
