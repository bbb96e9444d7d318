/** Whether everything is tried as hard as the table of trust asks for by hand (`npm run attack`), not as `npm test` does. */
const HEAVY = process.env.ATTACK === '1';

/** How often, how long or how much of something a test tries: in `npm test`, and when it attacks. */
export const effort = (usual: number, heavy: number): number => (HEAVY ? heavy : usual);
