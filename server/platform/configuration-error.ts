/** Settings that the product can't start with; the message has a line for each problem. */
export class ConfigurationError extends Error {}
