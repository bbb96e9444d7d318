import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/labels.ts';
import { type ConversionDeps, convertLabels } from './label-conversion.ts';

/**
 * The conversion of label pictures, which the portal's own server does in every mode (readings R4).
 *
 * @param countBatch counts a batch against what its caller may ask for, and throws Failure 429 beyond it
 */
export function conversionRoutes<C>(mount: Mount<C>, deps: ConversionDeps<C>, countBatch: (caller: C) => void): void {
  mount.client(calls.labelToZpl, async ({ caller, body, signal }) => ({
    results: await convertLabels(deps, caller, [{ ...body, field: 'png_label' }], signal),
  }));
  mount.client(calls.labelsToZpl, async ({ caller, body, signal }) => {
    countBatch(caller);
    const asked = body.labels.map((label, index) => ({ ...label, field: `labels.${index}.png_label` }));
    return { results: await convertLabels(deps, caller, asked, signal) };
  });
}
