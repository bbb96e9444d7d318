import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { extname, resolve } from 'node:path';

/** How the text of a setting is read. Undefined text is the empty one. */
export interface Reader<T> {
  /** What it takes, as the settings table of the documents says it. */
  takes: string;
  /** @throws WrongSetting for a text that it doesn't take */
  read(text: string, env: NodeJS.ProcessEnv): T;
}

/** A text that a setting doesn't take; the message goes on behind the setting's name. */
export class WrongSetting extends Error {}

const code = (text: string) => `\`${text}\``;

const listed = (names: readonly string[]) =>
  names
    .map(code)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

/** One of some words. */
export function words<const W extends string>(list: readonly W[], fallback: (env: NodeJS.ProcessEnv) => W): Reader<W> {
  return {
    takes: listed(list),
    read(text, env) {
      if (text === '') return fallback(env);
      if (list.includes(text as W)) return text as W;
      throw new WrongSetting(`is one of ${list.join(', ')}`);
    },
  };
}

/** On or off. */
export function flag(fallback: (env: NodeJS.ProcessEnv) => boolean): Reader<boolean> {
  return {
    takes: listed(['0', '1']),
    read(text, env) {
      if (text === '') return fallback(env);
      if (text === '1' || text === '0') return text === '1';
      throw new WrongSetting('is 1 or 0');
    },
  };
}

interface Range<F> {
  min: number;
  max: number;
  /** What is counted, where the setting's name doesn't say it. */
  unit?: string;
  fallback: (env: NodeJS.ProcessEnv) => F;
}

/** A whole number of a range. */
export function whole<F extends number | null>({ min, max, unit, fallback }: Range<F>): Reader<number | F> {
  const range = `${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return {
    takes: unit ? `${range} ${unit}` : range,
    read(text, env) {
      if (text === '') return fallback(env);
      const value = Number(text);
      if (Number.isInteger(value) && value >= min && value <= max) return value;
      throw new WrongSetting(`is a whole number from ${min} to ${max}`);
    },
  };
}

/** An address of one of some protocols, without the slash at its end. */
export function url(protocols: readonly string[], fallback = ''): Reader<string> {
  const beginnings = protocols.map((name) => `${name}//`);
  return {
    takes: `address, ${listed(beginnings)}`,
    read(text) {
      if (text === '') return fallback;
      if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/$/, '');
      throw new WrongSetting(`is an address that begins with ${beginnings.join(' or ')}`);
    },
  };
}

/** A web address with a place in it. */
export function urlWith(place: string): Reader<string> {
  return {
    takes: `address with ${code(place)}`,
    read(text) {
      if (text === '' || (text.includes(place) && /^https?:\/\//.test(text))) return text;
      throw new WrongSetting(`is an address that holds ${place}`);
    },
  };
}

export const anyText = (fallback = ''): Reader<string> => ({ takes: 'text', read: (text) => text || fallback });

/** Path of a folder, which needn't exist. */
export const folder = (fallback: string): Reader<string> => ({
  takes: 'path',
  read: (text) => resolve(text || fallback),
});

/** Path of a picture that can be read. */
export const picture: Reader<string> = {
  takes: 'path',
  read(text) {
    if (text === '') return '';
    const path = resolve(text);
    try {
      if (!['.svg', '.png'].includes(extname(path))) throw new Error();
      accessSync(path, constants.R_OK);
      return path;
    } catch {
      throw new WrongSetting('is an SVG or PNG file that can be read');
    }
  },
};

export const secret: Reader<string> = {
  takes: 'text, 32 characters or more',
  read(text) {
    if (text === '' || text.length >= 32) return text;
    throw new WrongSetting('has at least 32 characters');
  },
};

/** What a proxy's address may be named as besides a number. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Addresses and networks, separated by commas. */
export const networks: Reader<string> = {
  takes: `addresses, networks (\`10.0.0.0/8\`), ${listed(NETWORKS)}, by commas`,
  read(text) {
    for (const name of text === '' ? [] : text.split(',').map((one) => one.trim())) {
      const [address = '', bits, ...rest] = name.split('/');
      const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
      const fits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest);
      if (NETWORKS.includes(name) || (longest > 0 && fits && rest.length === 0)) continue;
      throw new WrongSetting('is a list of addresses or networks such as 10.0.0.1, 10.0.0.0/8, loopback');
    }
    return text;
  },
};
