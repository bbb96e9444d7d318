import { join } from 'node:path';
import type * as z from 'zod/mini';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { isPublicUrl } from '#server/platform/network/loopback.ts';
import { belongsTo, checkCombinations } from './config-checks.ts';
import { demoByDefault } from './exposure.ts';
import { settings } from './settings.ts';

/** All settings, with the defaults that depend on other settings. */
export type Settings = Readonly<ReturnType<typeof withDefaults>>;

export type Config = Settings & {
  /** Origin of the console. */
  readonly CONSOLE_URL: string;
  /** Domain of the staff's passkeys: the console's host, unless PASSKEY_DOMAIN is set to one above it. */
  readonly STAFF_PASSKEY_DOMAIN: string;
};

/**
 * Reads and checks all settings.
 *
 * @throws ConfigurationError with a line for each wrong value, or for the first wrong combination
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { data, error } = settings.safeParse(withoutBlank(env));
  if (!data) {
    const lines = new Set(error.issues.map(({ path, message }) => `${path.join()} ${message}`));
    throw new ConfigurationError([...lines].join('\n'));
  }
  const config = withDefaults(data, env);
  checkCombinations(config, env);
  const PUBLIC_URL = config.PUBLIC_URL || `http://localhost:${config.PORT}`;
  return {
    ...config,
    PUBLIC_URL,
    CONSOLE_URL: consoleUrl(PUBLIC_URL, config.CONSOLE_HOST),
    PASSKEY_DOMAIN: config.PASSKEY_DOMAIN || new URL(PUBLIC_URL).hostname,
    STAFF_PASSKEY_DOMAIN: staffPasskeyDomain(config, new URL(PUBLIC_URL).hostname),
    MAIL_FROM: config.MAIL_FROM || `${mailName(config.BRAND_NAME)} <no-responder@localhost>`,
    TRACKING_URL: config.TRACKING_URL || `${PUBLIC_URL}/seguimiento/{id}`,
    DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL || config.DATABASE_URL,
  };
}

/** Returns a name without the characters that end a name in the sender of a mail. */
const mailName = (name: string) => name.replaceAll(/["\\<>()[\],;:@]/g, '').trim();

function consoleUrl(publicUrl: string, host: string | undefined): string {
  const url = new URL(publicUrl);
  if (host) url.hostname = host;
  return url.origin;
}

function staffPasskeyDomain({ CONSOLE_HOST, PASSKEY_DOMAIN }: Settings, portalHost: string): string {
  const host = CONSOLE_HOST || portalHost;
  return PASSKEY_DOMAIN && belongsTo(host, PASSKEY_DOMAIN) ? PASSKEY_DOMAIN : host;
}

/** Adds the defaults that depend on other settings. */
function withDefaults(set: z.output<typeof settings>, env: NodeJS.ProcessEnv) {
  const DEMO = set.DEMO ?? demoByDefault(env);
  return {
    ...set,
    DEMO,
    REGISTRATION: set.REGISTRATION ?? (DEMO ? 'open' : 'approval'),
    THROTTLE: set.THROTTLE ?? (DEMO && !isPublicUrl(set.PUBLIC_URL) ? 'off' : 'normal'),
    DRAIN_SECONDS: set.DRAIN_SECONDS ?? (set.DATABASE_URL || set.GATEWAY_URL ? 5 : 0),
  };
}

/** Removes unset and blank variables. */
function withoutBlank(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const trimmed = Object.entries(env).map(([name, text]) => [name, text?.trim()]);
  return Object.fromEntries(trimmed.filter(([, text]) => text));
}

/** Returns DATA_DIR, for commands that need no other setting. */
export const dataFolder = (env: NodeJS.ProcessEnv): string => settings.shape.DATA_DIR.parse(withoutBlank(env).DATA_DIR);

/** Returns the path of a generated secret. */
export const secretFile = (config: Pick<Config, 'DATA_DIR'>, name: string) => join(config.DATA_DIR, 'secrets', name);
