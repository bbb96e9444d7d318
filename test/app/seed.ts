/** Seed of everything random in a test run, so that runs are equal. `TEST_SEED` changes it. */
export const SEED = Number(process.env.TEST_SEED || 1);
if (!Number.isInteger(SEED)) throw new Error(`TEST_SEED isn't a whole number: ${process.env.TEST_SEED}`);
