import { fold } from './fold.ts';

/**
 * Normalises a name of the activity for comparisons: letters and digits only, in lower case, without accents, and those that look like
 * `i` and `o` as these.
 */
export const actorNameKey = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[l1]/g, 'i')
    .replaceAll('0', 'o');

/** Names by which the activity, its file and its mails show somebody who is no person of a company, as `actorNameKey` returns them. */
const RESERVED = /^(sistema|opsapikey|anonimo|(aiguien)?sinsesion)$/;

/** What a name of the provider may have before and after it, as `actorNameKey` returns it. */
const BESIDE_PROVIDER =
  /^(?:tu|ei|ia|de|dei|atencion|aiciiente|ayuda|admin|administracion|equipo|mesadeayuda|oficiai|proveedor|remito|seguridad|sistema|soporte)*$/;

/**
 * Whether a name is reserved: a person or a key called so would be taken for the provider or the system.
 *
 * @param brand the provider's name
 */
export function isReservedName(name: string, brand = ''): boolean {
  const key = actorNameKey(name);
  const providers = ['proveedor', 'remito', actorNameKey(brand)].filter((one) => one !== '' && key.includes(one));
  return RESERVED.test(key) || providers.some((one) => BESIDE_PROVIDER.test(key.replace(one, '')));
}

/** Message for a reserved name. */
export const RESERVED_NAME = 'Ese nombre está reservado. Elegí otro';
