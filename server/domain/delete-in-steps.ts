/**
 * Deletes rows in one transaction after the other until a step finds none, or until the node stops.
 *
 * @param step deletes the next rows in a transaction and returns how many
 * @returns how many rows were deleted
 */
export async function deleteInSteps(stopping: AbortSignal, step: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (let n = 1; n > 0 && !stopping.aborted; deleted += n) n = await step();
  return deleted;
}
