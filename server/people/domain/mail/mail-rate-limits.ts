import { countAttempt, countAttemptIn, type RateLimit } from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#shared/kit/time-units.ts';

/**
 * Returns the mailbox of an address as a rate limit key: without case and without the part after a plus; for Gmail also
 * without dots. If a mail server treats a plus differently, two mailboxes share a limit.
 */
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  const bare = name.split('+', 1)[0] ?? '';
  return /^(gmail|googlemail)\.com$/.test(host) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${host}`;
}

/** Whether two addresses are of one mailbox. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);

/** Most mails of a kind to one mailbox. */
export interface MailLimits {
  hour: number;
  day: number;
}

/** Most calls with one effect on a person, each of which is reported by mail. */
const NOTICE_CALLS: MailLimits = { hour: 10, day: 40 };

/**
 * Most mails that report what happened. They are never reached by calls that `rateLimitNotices` limits: windows of calls and mails begin
 * at different moments, a mail server's outage delays mails, and calls that protect, such as a suspension or the removal of one of at
 * most ten passkeys, aren't limited. They hold for the calls that lack a limit.
 */
export const NOTICES: MailLimits = { hour: 4 * NOTICE_CALLS.hour, day: 3 * NOTICE_CALLS.day };

/** Returns the windows of a kind of mails to an address. @param about the person whom they are about, if it isn't the recipient */
export function mailboxLimits(
  kind: string,
  { hour, day }: MailLimits,
  email: string,
  about: number | null = null,
): RateLimit[] {
  const subject = about === null ? mailboxOf(email) : `${mailboxOf(email)}\n${about}`;
  return [
    { name: `${kind}-hour`, subject, limit: hour, seconds: HOUR_SECONDS },
    { name: `${kind}-day`, subject, limit: day, seconds: DAY_SECONDS },
  ];
}

/**
 * Limits calls that are reported by mail, below the limit of these mails, so that no report is dropped: ten an hour and forty a day with
 * one effect on a person. Counted in the call's transaction.
 *
 * @param effect what the calls do, e.g. `role`
 * @param person the person whom the mails are about: `staff 1`, `user 1:2`
 * @throws Failure 429
 */
export const rateLimitNotices = (
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  effect: string,
  person: string,
): Promise<void> =>
  countAttemptIn(
    trx,
    [
      { name: `notice-${effect}-hour`, subject: person, limit: NOTICE_CALLS.hour, seconds: HOUR_SECONDS },
      { name: `notice-${effect}-day`, subject: person, limit: NOTICE_CALLS.day, seconds: DAY_SECONDS },
    ],
    clock(),
    config,
  );

/**
 * Purposes of mails that somebody requests. Each has windows of its own: otherwise registrations with an owner's address would keep
 * the owner from recovering the password.
 */
export type MailPurpose =
  | ('activation' | 'recovery' | 'invitation' | 'email-change')
  | ('staff-invitation' | 'staff-recovery' | 'staff-reset' | 'email-correction' | 'mail-test');

const REQUESTED: MailLimits = { hour: 5, day: 15 };

/** Most requested mails to a mailbox by one company, and registrations with it from one network. */
const SHARE: MailLimits = { hour: 3, day: 9 };

/** Most mails that registrations from all networks cause to one mailbox. */
const OF_ALL_NETWORKS: MailLimits = { hour: 3 * REQUESTED.hour, day: 3 * REQUESTED.day };

/** A mail that somebody requests to an address. */
export interface MailRequest {
  email: string;
  purpose: MailPurpose;
  /** Network that requests it; missing for the provider's staff, whose requests are counted apart. */
  network?: string;
  /**
   * Network or browser that the owner of the address is known to use: its requests are counted apart, so that requests from
   * elsewhere don't use them up.
   */
  knownOrigin?: string | null;
  /** Person or key of the provider, as in logs, whose requests are counted apart: one uses up a third of the mailbox's at most. */
  caller?: string;
  /** Company that requests it, which uses at most three fifths of the mailbox's windows: the rest stays for other companies. */
  clientId?: number;
}

/**
 * Most mails a day to a mailbox that all known origins of its owner request together, and as many that all callers of the provider request.
 */
const MOST_OF_KNOWN = 3 * REQUESTED.day;

/** A day's requested mails of a purpose to a mailbox, from all its shares: others, the provider, the known origins, the callers and registrations. */
const MOST_OF_DAY = 2 * REQUESTED.day + 2 * MOST_OF_KNOWN + OF_ALL_NETWORKS.day;

/**
 * Limits of requested mails where they are sent. They are never reached by mails that a call has limited: a window may contain the
 * mails of two days, because windows of calls and mails begin at different moments, and a mail server's outage delays mails.
 */
export const BEYOND_REQUESTS: MailLimits = { hour: 2 * MOST_OF_DAY, day: 2 * MOST_OF_DAY };

function requestLimits({ email, purpose, network, knownOrigin = null, caller, clientId }: MailRequest): RateLimit[] {
  const share = network === undefined ? (caller ?? 'provider') : knownOrigin;
  const own = (limit: RateLimit) => (share === null ? limit : { ...limit, subject: `${limit.subject}\n${share}` });
  return [
    own({ name: 'mail-20s', subject: mailboxOf(email), limit: 1, seconds: 20 }),
    ...mailboxLimits(purpose, REQUESTED, email).map(own),
    ...(clientId === undefined ? [] : mailboxLimits(`${purpose}-client`, SHARE, email, clientId)),
    ...(knownOrigin === null && caller === undefined
      ? []
      : [{ name: `${purpose}-known`, subject: mailboxOf(email), limit: MOST_OF_KNOWN, seconds: DAY_SECONDS }]),
    // A known origin isn't limited by requests of others on its network.
    ...(network === undefined || knownOrigin !== null
      ? []
      : [{ name: 'mail-ip', subject: network, limit: 30, seconds: HOUR_SECONDS }]),
  ];
}

/**
 * Limits requested mails: one in 20 seconds, five an hour and fifteen a day per mailbox and purpose; thirty an hour per network.
 * Each known origin of the owner has as many to the mailbox, and all of them together three times as many a day.
 *
 * @throws Failure 429 when a limit is reached
 */
export const rateLimitMails = (deps: Deps, request: MailRequest): Promise<void> =>
  countAttempt(deps, requestLimits(request));

/** Limits a requested mail in the call's transaction, so that a refused call doesn't count. @throws Failure 429 */
export const rateLimitMailsIn = (
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  request: MailRequest,
): Promise<void> => countAttemptIn(trx, requestLimits(request), clock(), config);

/**
 * Limits mails that registrations cause to a mailbox: three an hour and nine a day from each network, so that registrations elsewhere
 * don't keep its owner from registering; 15 an hour and 45 a day from all networks together.
 *
 * @throws Failure 429
 */
export const rateLimitRegistrationMails = (deps: Deps, network: string, email: string): Promise<void> =>
  countAttempt(deps, [
    ...mailboxLimits('registration', SHARE, email).map((limit) => ({
      ...limit,
      subject: `${limit.subject}\n${network}`,
    })),
    ...mailboxLimits('registrations', OF_ALL_NETWORKS, email),
  ]);
