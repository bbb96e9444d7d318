import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { extname, resolve } from 'node:path';
import * as z from 'zod/mini';

// Error messages continue a sentence that begins with the setting's name. `takes` is a column of the settings table in
// docs/install.md.

const listed = (names: readonly string[]) =>
  names
    .map((name) => `\`${name}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

export function oneOf<const W extends readonly string[]>(...list: W) {
  return z.enum(list, `must be one of ${list.join(', ')}`).register(z.globalRegistry, { takes: listed(list) });
}

export const zeroOrOne = () =>
  z
    .stringbool({ truthy: ['1'], falsy: ['0'], error: 'must be 1 or 0' })
    .register(z.globalRegistry, { takes: listed(['0', '1']) });

/** @param unit unit of the number, if the setting's name doesn't contain it */
export function integer(min: number, max: number, unit?: string) {
  const error = `must be a whole number from ${min} to ${max}`;
  const range = `${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return z.coerce
    .number(error)
    .check(z.multipleOf(1, error), z.minimum(min, error), z.maximum(max, error))
    .register(z.globalRegistry, { takes: unit ? `${range} ${unit}` : range });
}

/** A URL. Removes a trailing slash. */
export function url(...protocols: string[]) {
  const takes = `address, ${listed(protocols.map(beginning))}`;
  return z._default(address(protocols), '').register(z.globalRegistry, { takes });
}

const beginning = (protocol: string) => `${protocol}://`;

const address = (protocols: readonly string[]) =>
  z
    .url({
      protocol: new RegExp(`^(${protocols.join('|')})$`),
      error: `must be an address that begins with ${protocols.map(beginning).join(' or ')}`,
    })
    .check(z.overwrite((text) => text.replace(/\/$/, '')));

export const webUrl = () => url('http', 'https');

/** Whether an address has several hosts, as libpq takes them: `postgres://a:5432,b:5432/x` or `?host=a,b`. */
function namesSeveralHosts(address: string): boolean {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/.exec(address) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1).includes(',') || /[?&]host=[^&]*(?:,|%2c)/i.test(rest);
}

/** The address of a PostgreSQL server. node-postgres connects to a single host: it would never try the others. */
export function postgresUrl() {
  const oneHost = z.string().check(
    z.refine((text) => !namesSeveralHosts(text), {
      error: 'must name one host: put a proxy that follows the primary before several servers (docs/recovery.md)',
      abort: true,
    }),
  );
  const protocols = ['postgres', 'postgresql'];
  const schema = z.pipe(oneHost, address(protocols));
  return z._default(schema, '').register(z.globalRegistry, {
    takes: `address, ${listed(protocols.map(beginning))}`,
  });
}

/** A text. Default: ''. */
const text = (takes: string, ...checks: z.core.$ZodCheck<string>[]) =>
  z._default(z.string().check(...checks), '').register(z.globalRegistry, { takes });

export const anyText = () => text('text');

/** An e-mail address. Default: ''. */
export const emailAddress = () =>
  text('e-mail address', z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address'));

export const secret = () => text('text, 32 characters or more', z.minLength(32, 'must have at least 32 characters'));

/** A domain, without scheme and port. */
export const domain = () =>
  text('domain', z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a domain in lower case, without https:// and port'));

/** A key of 256 bits for AES. */
export const aesKey = () =>
  text('32 bytes in base64url', z.regex(/^[\w-]{43}=?$/, 'must be 32 bytes in base64url, 43 characters'));

/** A time of the day, `hh:mm`. */
export const clockTime = () =>
  z
    .string()
    .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 13:00'))
    .register(z.globalRegistry, { takes: 'time, `hh:mm`' });

/** A web address that contains a placeholder. */
export const urlWith = (placeholder: string) =>
  text(
    `address with \`${placeholder}\``,
    z.refine(
      (address) => address.includes(placeholder) && /^https?:\/\//.test(address),
      `must be an address that contains ${placeholder}`,
    ),
  );

const absolute = z.overwrite<string>((path) => resolve(path));

/** Path of a folder, which may not exist yet. */
export const folder = () => text('path', absolute);

/** Path of a readable picture. */
export const picture = () => text('path', absolute, z.refine(isPicture, 'must be an SVG or PNG file that can be read'));

function isPicture(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return ['.svg', '.png'].includes(extname(path));
  } catch {
    return false;
  }
}

/** Names of networks in Fastify's option `trustProxy`. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Addresses and networks, separated by commas. */
export const networks = () =>
  text(
    `addresses, networks (\`10.0.0.0/8\`), ${listed(NETWORKS)}, separated by commas`,
    z.refine(
      (names) => names.split(',').every((name) => isNetwork(name.trim())),
      'must be a list of addresses or networks such as 10.0.0.1, 10.0.0.0/8, loopback',
    ),
  );

function isNetwork(name: string): boolean {
  const [address = '', bits, ...rest] = name.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const fits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest);
  return NETWORKS.includes(name) || (longest > 0 && fits && rest.length === 0);
}
