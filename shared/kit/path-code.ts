import { text } from './fields.ts';
import { messages } from './messages.ts';

const CODE = /^[A-Za-z0-9-]{1,40}$/;

/** Code in a path: at most 40 letters, digits and hyphens. Another one finds nothing. */
export const pathCode = text({
  required: messages.notFound,
  check: (code) => (CODE.test(code) ? null : messages.notFound),
});
