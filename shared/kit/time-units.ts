/** Units of time in milliseconds, as `Date` and timers count. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Units of time in seconds, as rate limits and cookies count. */
export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 86_400;
