/**
 * Loads React DOM with timers that fire at once. It delays content after a placeholder by up to 0.3 s, so that a page doesn't
 * flicker. Without a layout nothing flickers, and nearly every test of a screen would wait.
 */
const { setTimeout } = globalThis;
globalThis.setTimeout = ((work: () => void) => setTimeout(work)) as typeof setTimeout;
await import('react-dom/client');
globalThis.setTimeout = setTimeout;

export {};
