/** Tells the time; injected so that demonstration data and tests can live on another day. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
