import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
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
