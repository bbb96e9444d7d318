/** A setting that the product can't start with; the message is one line for the operator. */
export class ConfigurationError extends Error {}
