import { clockEnvironment } from '#test/test-time.ts';

/**
 * Returns the environment of a product's process: no setting of this machine, but its programs, the clock of the tests, and the folder
 * of their temporary files, which is removed with the run.
 */
export const processEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  ...clockEnvironment(),
});
