import * as z from 'zod/mini';

/**
 * Answers whose envelope the specifications don't show: the keys stand at the top and again under `results`, so that a
 * client that reads either finds them.
 */
export function envelopeSchema<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object({ ...shape, results: z.object(shape) });
}

/** Builds such an answer. */
export function wrapInEnvelope<T extends object>(value: T): T & { results: T } {
  return { ...value, results: value };
}

/** Sentences by the key of the flag that each explains; a flag that is on has none. */
export function blockedReasons<const K extends string>(flags: readonly K[]) {
  return z.partial(z.object(Object.fromEntries(flags.map((flag) => [flag, z.string()])) as Record<K, z.ZodMiniString>));
}
