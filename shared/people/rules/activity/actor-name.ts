import { fold } from '#shared/kit/text/fold.ts';

/**
 * Normalises a name of the activity for comparisons: letters and digits only, in lower case, without accents, and those that look like
 * `i` and `o` as these.
 */
export const actorNameKey = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[l1]/g, 'i')
    .replaceAll('0', 'o');

/** Normalises a brand, or a text that may contain it, for comparisons: as `actorNameKey`, and `rn` like `m`. */
export const brandKey = (text: string): string => actorNameKey(text.normalize('NFKC')).replaceAll('rn', 'm');

/** Names by which the activity, its file and its mails show somebody who is no person of a company, as `actorNameKey` returns them. */
const RESERVED = /^(sistema|opsapikey|anonimo|(aiguien)?sinsesion)$/;

/** What a name of the provider may have before and after it, as `actorNameKey` returns it. */
const BESIDE_PROVIDER =
  /^(?:tu|ei|ia|de|dei|atencion|aiciiente|ayuda|admin|administracion|equipo|mesadeayuda|oficiai|proveedor|remito|seguridad|sistema|soporte)*$/;

/** A name of such words alone, as `brandKey` returns them, is the provider's: `Soporte técnico`, but not `Sistema de depósito`. */
const PROVIDERS_WORDS =
  /^(?=.* (?:proveedor|sistema|soporte) )(?: (?:proveedor|sistema|soporte|tecnico|oficiai|de|dei|a|ai|ciientes?))+ $/;

/** Brands with fewer letters may be an ordinary person's name: `Sol`. */
const SHORTEST_BRAND = 5;

/** Returns the words of a name, each as `brandKey`, without digits at its end, with a blank before and after it. */
const wordsOf = (name: string): string =>
  ` ${name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => brandKey(word.replace(/\d+$/, '')))
    .join(' ')
    .trim()} `;

/**
 * Whether a name is reserved: a person or a key called so would be taken for the provider or the system. Its words count, even with
 * digits after them, and the provider's name in one word with others that sound like it.
 *
 * @param brand the provider's name
 */
export function isReservedName(name: string, brand = ''): boolean {
  const key = actorNameKey(name);
  const providers = ['proveedor', 'remito', actorNameKey(brand)].filter((one) => one !== '' && key.includes(one));
  const words = wordsOf(name);
  const brandWords = wordsOf(brand);
  if (words.includes(' remito ') || PROVIDERS_WORDS.test(words)) return true;
  if (brandWords.trim().length >= SHORTEST_BRAND && words.includes(brandWords)) return true;
  return RESERVED.test(key) || providers.some((one) => BESIDE_PROVIDER.test(key.replace(one, '')));
}

/** Whether a name has a word of the provider's, such as `Soporte Pagos`. */
export const hasProvidersWord = (name: string): boolean => / (?:proveedor|sistema|soporte) /.test(wordsOf(name));

/** Message for a reserved name. */
export const RESERVED_NAME = 'Ese nombre está reservado. Elegí otro';
