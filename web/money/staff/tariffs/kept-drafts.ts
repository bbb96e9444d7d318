import * as z from 'zod/mini';
import { keepValues } from '#web/console/kit/kept-values.ts';
import type { TariffDraft } from './tariff-draft.ts';

const text = z.string();

const draft: z.ZodMiniType<TariffDraft> = z.object({
  valid_from: text,
  zones: z.array(
    z.object({
      name: text,
      provinces: text,
      brackets: z.array(z.object({ up_to_weight: text, price: text })),
      extra_kg_price: text,
      min_days: text,
      max_days: text,
    }),
  ),
  insurance: z.object({ per_mille: text, minimum: text }),
  tax_percent: text,
  measured_tolerance_percent: text,
});

/** A tariff that somebody began and didn't publish. */
const keptDraft = z.object({
  /** When it was begun, ISO 8601. */
  at: text,
  draft,
});

/** Tariffs that this browser keeps by person and client until they are published. */
export const keptDrafts = keepValues<z.output<typeof keptDraft> | null>('tariff:', z.nullable(keptDraft), null);
