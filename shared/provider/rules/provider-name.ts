import { isReservedName, RESERVED_NAME } from '#shared/people/rules/activity/actor-name.ts';

const UNAMBIGUOUS = /^[a-z0-9 .,'’()/&+:#_-]*$/i;

/**
 * Returns the Spanish reason why a person of the staff or a key can't have a name; null for a valid one. Letters of other scripts may
 * look like Latin ones (Cyrillic `а`).
 */
export function providerNameRefusal(name: string): string | null {
  if (isReservedName(name)) return RESERVED_NAME;
  const bare = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return UNAMBIGUOUS.test(bare) ? null : 'Usá letras de la A a la Z (con o sin acento), números, espacios o guiones';
}
