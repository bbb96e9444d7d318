import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { isDeclined } from './price-confirmation.tsx';

/** Runs a change, shows its result, and reads again what it changed. */
export async function runAndRefetch(
  action: () => Promise<{ message: string }>,
  ...changed: AnyEndpoint[]
): Promise<void> {
  try {
    alerts.success((await action()).message);
  } catch (error) {
    if (!isDeclined(error)) alerts.danger(asApiError(error).firstMessage);
  }
  await invalidateApiQueries(...changed);
}
