import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Mailer } from './mailer.ts';

/** The mail service of the configuration. */
export function createMailer(_config: Config, _db: Database): Mailer {
  return { send: async () => {}, close: async () => {} };
}
