import type { Deps } from '#server/integrations/deps.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { isReservedName, RESERVED_NAME } from '#shared/people/rules/activity/actor-name.ts';

/**
 * Refuses a name of a person or a key that reads like the name of this installation's provider. The contract refuses the names that are
 * reserved everywhere.
 *
 * @throws Failure 422 on the field
 */
export function assertNotReserved({ config }: Pick<Deps, 'config'>, field: string, name: string): void {
  if (!isReservedName(name, config.BRAND_NAME)) return;
  throw refusedField(field, RESERVED_NAME);
}
