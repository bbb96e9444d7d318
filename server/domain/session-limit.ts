import type { Config } from '#server/config/config.ts';
import { isPublicUrl } from '#server/platform/loopback.ts';

/** Maximum number of open sessions of a person: a stolen password, or a program that logs in for each call, opens no more. */
const MAX_SESSIONS = 20;

/** All visitors of a public demonstration log in as the same few people, and shouldn't end each other's sessions. */
const MAX_DEMONSTRATION_SESSIONS = 1000;

/** Returns how many open sessions a person may have. A login beyond them ends another one of the person (`keptFirst`). */
export const maxSessions = ({ DEMO, PUBLIC_URL }: Pick<Config, 'DEMO' | 'PUBLIC_URL'>): number =>
  DEMO && isPublicUrl(PUBLIC_URL) ? MAX_DEMONSTRATION_SESSIONS : MAX_SESSIONS;

/**
 * Returns the SQL of the order in which sessions `s` are kept: those that were used after their login or have just begun, the last used ones
 * first, then the others. A program that logs in again and again ends its own sessions, neither that of a person at work nor a new one.
 *
 * @param now parameter with the time of the login: `$3`
 */
export const keptFirst = (now: string): string =>
  `(s.last_seen_at > s.created_at OR s.created_at > ${now}::timestamptz - interval '90 seconds') DESC,
    s.last_seen_at DESC, s.created_at DESC, s.id DESC`;
