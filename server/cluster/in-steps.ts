/**
 * Changes rows in one transaction after the other until a step changes fewer than `limit`, or until the node stops.
 *
 * @param stopping undefined for a request, which a stop doesn't interrupt
 * @param limit most rows that a step changes
 * @param step changes the next rows in a transaction and returns how many
 * @returns how many rows were changed
 */
export async function changeInSteps(
  stopping: AbortSignal | undefined,
  limit: number,
  step: () => Promise<number>,
): Promise<number> {
  let changed = 0;
  for (let n = limit; n >= limit && !stopping?.aborted; changed += n) n = await step();
  return changed;
}

/**
 * Deletes rows in one transaction after the other until a step finds none, or until the node stops.
 *
 * @param step deletes the next rows in a transaction, of one table or several, and returns how many
 * @returns how many rows were deleted
 */
export function deleteInSteps(stopping: AbortSignal, step: () => Promise<number>): Promise<number> {
  return changeInSteps(stopping, 1, step);
}

/**
 * Runs one step after the other until the last one, or until the node stops.
 *
 * @param stopping undefined for a request, which a stop doesn't interrupt
 * @param first where the first step begins
 * @param step handles the next rows, and returns where the next step begins; undefined after the last one
 */
export async function forEachStep<P>(
  stopping: AbortSignal | undefined,
  first: P,
  step: (after: P) => Promise<P | undefined>,
): Promise<void> {
  for (let after: P | undefined = first; after !== undefined && !stopping?.aborted; ) after = await step(after);
}

/** Returns the last row of a full step, after which the next step begins; undefined for the last step. */
export const lastOfFullStep = <R>(rows: readonly R[], limit: number): R | undefined =>
  rows.length === limit ? rows.at(-1) : undefined;
