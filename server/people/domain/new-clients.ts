import type { Deps } from '#server/integrations/deps.ts';

/** Returns whether new clients are prepaid, however they come (readings C52). A demonstration's clients pay on account. */
export const newClientsPrepaid = ({ config, payments }: Pick<Deps, 'config' | 'payments'>): boolean =>
  payments !== null && config.NEW_CLIENTS_PREPAID && !config.DEMO;
