import * as z from 'zod/mini';

/**
 * Response schema for calls without a specified envelope: the keys appear at the top and again under `results`, so that
 * clients can read either.
 */
export function envelopeSchema<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object({ ...shape, results: z.object(shape) });
}

/** Builds a response with this envelope. */
export function wrapInEnvelope<T extends object>(value: T): T & { results: T } {
  return { ...value, results: value };
}

/** Schema of reasons by flag; a flag that is on has no reason. */
export function blockedReasons<const K extends string>(flags: readonly K[]) {
  return z.partial(z.object(Object.fromEntries(flags.map((flag) => [flag, z.string()])) as Record<K, z.ZodMiniString>));
}
