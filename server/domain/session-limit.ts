import type { Config } from '#server/config/config.ts';
import { isPublicUrl } from '#server/platform/loopback.ts';

/** Open sessions of a person at most: whoever has a stolen password, or a program that logs in for each call, opens no more. */
const MAX_SESSIONS = 20;

/** All visitors of a public demonstration log in as the same few people, and shouldn't end each other's sessions. */
const MAX_DEMONSTRATION_SESSIONS = 1000;

/** Returns how many open sessions a person may have. A login beyond them ends the one that was used least recently. */
export const maxSessions = ({ DEMO, PUBLIC_URL }: Pick<Config, 'DEMO' | 'PUBLIC_URL'>): number =>
  DEMO && isPublicUrl(PUBLIC_URL) ? MAX_DEMONSTRATION_SESSIONS : MAX_SESSIONS;
