/** Thrown at the start for invalid settings. The message has a line for each problem. */
export class ConfigurationError extends Error {}
