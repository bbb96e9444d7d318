/** Whether everything is tried as hard as the table of trust asks for by hand (`npm run attack`), not as `npm test` does. */
const ATTACK_MODE = process.env.ATTACK === '1';

/** How often, how long or how much of something a test tries: in `npm test`, and when it attacks. */
export const scaled = (usual: number, heavy: number): number => (ATTACK_MODE ? heavy : usual);

/** Milliseconds that a test may take before it is given up; `usual` of them in `npm test`, an attack takes what it needs. */
export const scaledTimeout = (usual: number): number => scaled(usual, 6 * 3_600_000);
