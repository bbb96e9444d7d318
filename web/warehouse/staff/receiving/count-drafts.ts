import * as z from 'zod/mini';
import { keepValues } from '#web/console/kit/kept-values.ts';

const countDraft = z.object({
  /** Idempotency key, until the count is refused. */
  id: z.string(),
  sku: z.string(),
  lot: z.string(),
  /** Units that the system had when somebody began to type. */
  expected: z.number(),
  /** As typed. */
  counted: z.string(),
  reason: z.string(),
  /** Why the last attempt was refused; null before it, and after the count was typed again. */
  refusal: z.nullable(z.string()),
});

/** A count that isn't booked yet. */
export type CountDraft = z.output<typeof countDraft>;

export type CountDrafts = Readonly<Record<string, CountDraft>>;

/** The counts of each client that this browser keeps, by SKU and lot. */
export const counts = keepValues<CountDrafts>('counts:', z.record(z.string(), countDraft), {});

export const countKey = ({ sku, lot }: { sku: string; lot: string }): string => JSON.stringify([sku, lot]);

/** Returns the counted units; null for a text that is no number of units. */
export function countedUnits(text: string): number | null {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : null;
}

/** Returns why a count can't be booked yet; null if it can. */
export function countProblem({ counted, expected, reason, refusal }: CountDraft): string | null {
  const units = countedUnits(counted);
  if (units === null) return 'Escribí cuántas unidades hay';
  if (refusal !== null) return refusal;
  return units !== expected && reason.trim() === '' ? 'Escribí el motivo de la diferencia' : null;
}
