import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/**
 * Creates a structured log on standard output. Callers log ids and route patterns, never personal data; the redacted fields
 * are a second safeguard.
 *
 * @param level minimum log level
 * @param to destination of the lines. Default: standard output
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['email', 'password', 'token', 'authorization', '*.email', '*.password', '*.token', '*.authorization'],
      remove: true,
    },
  };
  return to ? pino(options, to) : pino(options);
}
