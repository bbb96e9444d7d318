import { HOUR_MS } from '#shared/kit/time-units.ts';

/** True for the heavy runs of `npm run attack`, false for `npm test`. */
const ATTACK_MODE = process.env.ATTACK === '1';

/** Returns the number, duration, size or cases for a test: `usual` in `npm test`, `heavy` in an attack. */
export const scaled = <T>(usual: T, heavy: T): T => (ATTACK_MODE ? heavy : usual);

/** Returns the timeout of a test in ms: `usual` in `npm test`, six hours in an attack. */
export const scaledTimeout = (usual: number): number => scaled(usual, 6 * HOUR_MS);
