import * as z from 'zod/mini';

/** Process that reads a setting: a node that answers requests, a node that runs jobs, or a portal before a gateway. */
type SettingReader = 'web' | 'worker' | 'portal';

export const ALL_PROCESSES: readonly SettingReader[] = ['web', 'worker', 'portal'];
export const GATEWAY_NODES: readonly SettingReader[] = ['web', 'worker'];
export const WEB_PROCESSES: readonly SettingReader[] = ['web', 'portal'];

/** A row of the settings table. */
export interface SettingDescription {
  takes: string;
  description: string;
  by: readonly SettingReader[];
  /** Effect of an unset setting, if it isn't a plain default. */
  unset?: string;
  default?: unknown;
}

/** Describes the schema of a setting for the documents. */
export function setting<S extends z.ZodMiniType>(
  by: SettingDescription['by'],
  description: string,
  schema: S,
  unset?: string,
): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description, by, unset });
  return schema;
}
