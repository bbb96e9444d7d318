import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/label-conversion.ts';
import { CONVERSION_SECONDS, type ConversionDeps, type ConversionQueue, convertLabels } from './conversion.ts';

/** Concurrent conversions, and the maximum number of waiting ones per client and in total. */
const LIMITS = { concurrency: 2, maxQueued: { key: 20, all: 200 } };

/**
 * Mounts the conversion of label pictures, which the portal's own server offers in every mode (readings R4).
 *
 * @param clientOf returns the client of a caller: one conversion per client runs at a time
 * @param rateLimitBatch counts a batch of the client; throws Failure 429 beyond the rate limit
 */
export function conversionRoutes<C>(
  mount: Mount<C>,
  deps: ConversionDeps<C>,
  clientOf: ConversionQueue<C>['clientOf'],
  rateLimitBatch: (client: string) => void,
): void {
  const conversionQueue: ConversionQueue<C> = {
    queue: createFairQueue(LIMITS),
    clientOf,
    deadline: () => AbortSignal.timeout(CONVERSION_SECONDS * 1000),
  };
  mount.client(calls.labelToZpl, async ({ caller, body, signal }) => ({
    results: await convertLabels(deps, conversionQueue, caller, [{ ...body, field: 'png_label' }], signal),
  }));
  mount.client(calls.labelsToZpl, async ({ caller, body, signal }) => {
    rateLimitBatch(String(clientOf(caller)));
    const requested = body.labels.map((label, index) => ({ ...label, field: `labels.${index}.png_label` }));
    return { results: await convertLabels(deps, conversionQueue, caller, requested, signal) };
  });
}
