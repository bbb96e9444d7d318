import { nearestName } from '#shared/kit/text/nearest-name.ts';
import { settings } from './settings.ts';

/** Names that the product reads: the settings, and what Node and the commands of `scripts` read. */
const KNOWN = [...Object.keys(settings.shape), 'NODE_ENV', 'REMITO_SESSION_FILE'];

/** Beginnings of names that other programs hardly use: an unknown variable with one is meant for the product. */
const OURS =
  /^(REMITO|DATABASE|MERCADOPAGO|WAREHOUSE|METRICS|BRAND|BULK|LABEL|SIMULATOR|PASSKEY|CONSOLE|COLLECTION|RETENTION|GATEWAY|TRACKING|SMTP|SECRETS_KEY|JWT_SECRET|PLAIN_HTTP)_/;

/** Names that other programs give to their variables: npm's, and those of Kubernetes for each service of its cluster. */
const FOREIGN = /^npm_|_SERVICE_(HOST|PORT)|_PORT_\d+_/i;

/** Kubernetes' value of `<SERVICE>_PORT`. */
const SERVICE_ADDRESS = /^(tcp|udp):\/\//;

/** Letters of a name that count: `retentionDays`, `MERCADO_PAGO_URL`. */
const lettersOf = (name: string) => name.replaceAll(/[_.-]/g, '').toUpperCase();

const SPELLINGS = KNOWN.map((name) => ({ name, letters: lettersOf(name) }));

/** Returns the known name that a typing error may have been; null if none is near. Short names are near by one letter only. */
const nearestSetting = (name: string) => nearestName(lettersOf(name), SPELLINGS, (length) => (length < 8 ? 1 : 2));

/** A variable that no part of the product reads, and the setting that was probably meant. */
export interface UnknownVariable {
  name: string;
  nearest?: string;
}

/**
 * Returns the set variables that look like misspelt settings: near a known name, or with a beginning of ours. Values aren't returned,
 * because a misspelt secret is a secret.
 */
export function unknownVariables(env: NodeJS.ProcessEnv): UnknownVariable[] {
  return Object.entries(env)
    .filter(
      ([name, text]) => text?.trim() && !KNOWN.includes(name) && !FOREIGN.test(name) && !SERVICE_ADDRESS.test(text),
    )
    .map(([name]) => ({ name, nearest: nearestSetting(name) }))
    .filter(({ name, nearest }) => nearest !== null || OURS.test(name))
    .map(({ name, nearest }) => ({ name, ...(nearest !== null && { nearest }) }));
}

/** Describes an unknown variable in a line of the log. */
export const unknownSentence = ({ name, nearest }: UnknownVariable): string =>
  `${name} is no setting and is ignored${nearest === undefined ? '' : `: did you mean ${nearest}?`}`;
