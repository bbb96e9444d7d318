import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/**
 * Structured log on standard output. What identifies a person never gets here: callers log ids and patterns, and the
 * names below are removed should one slip through.
 *
 * @param to where the lines go; standard output by default
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
