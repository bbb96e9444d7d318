/** Whether everything is tried as hard as the table of trust asks for by hand (`npm run attack`), not as `npm test` does. */
const HEAVY = process.env.ATTACK === '1';

/** How often, how long or how much of something a test tries: in `npm test`, and when it attacks. */
export const effort = (usual: number, heavy: number): number => (HEAVY ? heavy : usual);

/** Milliseconds that a test may take before it is given up; `usual` of them in `npm test`, an attack takes what it needs. */
export const patience = (usual: number): number => effort(usual, 6 * 3_600_000);
