import * as z from 'zod/mini';
import { endpoint } from '#shared/http/endpoint.ts';

const setupStep = z.object({
  /** `tariff`, `terms`, `pickup_points`, or the name of a setting. */
  id: z.string(),
  /** In Spanish. */
  name: z.string(),
  /** Whether the entry is required before the first order; the others are recommended. */
  required: z.boolean(),
  /** Consequence of a missing entry, in Spanish. */
  effect: z.string(),
  /** The command or the setting that provides the entry. */
  how: z.string(),
});

export type SetupStep = z.output<typeof setupStep>;

export const readSetup = endpoint('GET /ops/v1/setup/', {
  access: 'operator',
  needs: 'read',
  summary: 'Lists the data that is missing before the first order, and the data that is recommended.',
  reply: z.object({
    results: z.object({
      /** Whether all required entries are present. */
      ready: z.boolean(),
      missing: z.array(setupStep),
    }),
  }),
});

export const loadExamples = endpoint('POST /ops/v1/setup/examples', {
  access: 'operator',
  needs: 'setup',
  audit: 'ops.setup.examples',
  summary:
    'Creates an example tariff that is valid from today, example terms and example pickup points, each only if none exists. The data is invented: replace it before the first real order.',
  reply: z.object({
    message: z.string(),
    /** Number of created entries of each kind. */
    results: z.object({ tariffs: z.number(), terms: z.number(), pickup_points: z.number() }),
  }),
});
