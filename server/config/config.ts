import { join } from 'node:path';
import type * as z from 'zod/mini';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { isPublicUrl } from '#server/platform/loopback.ts';
import { checkCombinations } from './config-checks.ts';
import { demoByDefault } from './exposure.ts';
import { settings } from './settings.ts';

export type Config = Readonly<ReturnType<typeof withDefaults>>;

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
    TRACKING_URL: config.TRACKING_URL || `${PUBLIC_URL}/seguimiento/{id}`,
    DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL || config.DATABASE_URL,
  };
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
