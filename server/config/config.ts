import { join } from 'node:path';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { checkTogether } from './config-checks.ts';
import { WrongSetting } from './setting-readers.ts';
import { settings } from './settings.ts';

export type Config = { readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> };

/**
 * Reads all settings once.
 *
 * @throws ConfigurationError with one clear line for the first wrong value or combination
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const entries = Object.entries(settings).map(([name, { read }]) => {
    try {
      return [name, read((env[name] ?? '').trim(), env)];
    } catch (error) {
      if (error instanceof WrongSetting) throw new ConfigurationError(`${name} ${error.message}`);
      throw error;
    }
  });
  const config = Object.fromEntries(entries) as Config;
  checkTogether(config, env);
  const PUBLIC_URL = config.PUBLIC_URL || `http://localhost:${config.PORT}`;
  return {
    ...config,
    PUBLIC_URL,
    TRACKING_URL: config.TRACKING_URL || `${PUBLIC_URL}/seguimiento/{id}`,
    DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL || config.DATABASE_URL,
  };
}

/** Where generated secrets are kept. */
export const secretFile = (config: Pick<Config, 'DATA_DIR'>, name: string) => join(config.DATA_DIR, 'secrets', name);
