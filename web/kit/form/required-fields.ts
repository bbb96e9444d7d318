import type { FieldError } from '#shared/kit/http/failure.ts';
import { isObject } from '#shared/kit/is-object.ts';

/** Returns the same values, with all texts empty. */
function emptied(values: unknown): unknown {
  if (typeof values === 'string') return '';
  if (Array.isArray(values)) return values.map(emptied);
  if (!isObject(values)) return values;
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, emptied(value)]));
}

/** Names a field independently of its row: `shipments.1.weight` and `shipments.0.weight` are the same. */
const withoutIndex = (name: string) => name.replace(/\.\d+(?=\.|$)/g, '.#');

/**
 * Returns which fields of a form are required: those with an error when all its texts are empty.
 *
 * @param errorsOf validates values
 */
export function requiredFields<V>(defaults: V, errorsOf: (values: V) => FieldError[]): (name: string) => boolean {
  const names = new Set(errorsOf(emptied(defaults) as V).map(({ field }) => withoutIndex(field)));
  return (name) => names.has(withoutIndex(name));
}
