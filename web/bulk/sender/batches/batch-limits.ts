import type { BulkLimits } from '#shared/bulk/rows/limits.ts';
import { currentSettings } from '#web/kit/call/settings.ts';

/** Limits of a bulk upload file, from the settings. */
export const bulkLimits = (): BulkLimits => {
  const { bulk_max_rows, bulk_max_bytes } = currentSettings();
  return { rows: bulk_max_rows, bytes: bulk_max_bytes };
};
