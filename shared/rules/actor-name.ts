import { fold } from './fold.ts';

/** Normalises a name of the activity for comparisons: letters and digits only, in lower case, without accents. */
export const actorNameKey = (name: string): string => fold(name.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '');

/** Names by which the activity, its file and its mails show somebody who is no person of a company: as `actorNameKey` returns them. */
const RESERVED = new Set([
  ...['proveedor', 'tuproveedor', 'sistema', 'opsapikey', 'firstadmin'],
  ...['anonimo', 'alguiensinsesion', 'soporte', 'mesadeayuda'],
]);

/** Whether a name is reserved: a person or a key called so would be taken for the provider or the system. */
export const isReservedName = (name: string): boolean => RESERVED.has(actorNameKey(name));

/** Message for a reserved name. */
export const RESERVED_NAME = 'Ese nombre está reservado. Elegí otro';

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
