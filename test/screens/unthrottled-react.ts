/**
 * Loads React DOM with timers that don't wait. Its only ones delay content that follows a placeholder by up to 0.3 s, so that a
 * page doesn't flicker: without layout there is nothing to see of that, and nearly every test of a screen would wait for it.
 */
const { setTimeout } = globalThis;
globalThis.setTimeout = ((work: () => void) => setTimeout(work)) as typeof setTimeout;
await import('react-dom/client');
globalThis.setTimeout = setTimeout;

export {};
