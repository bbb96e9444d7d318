/** Returns the current time. Injected so that demonstration data and tests can use another date. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
