import { type Queue, queue } from '#server/cluster/jobs.ts';
import { countAttempt, undoAttempt } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { type MailContent, renderMail } from '#server/integrations/mail/mail-template.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { BEYOND_REQUESTS, type MailLimits, mailboxLimits, NOTICES } from './mail-rate-limits.ts';

/** Maximum retries. The backoff doubles from two seconds, so the mail server may be down for some two hours. */
const RETRY_LIMIT = 12;

/** Mails that follow a company's own business, such as one for each payment. */
export const BUSINESS_MAILS: MailLimits = { hour: 300, day: 2000 };

/** A queue whose jobs each send a mail, with the most mails of each kind to one mailbox. */
export interface MailQueue<T extends object> extends Queue<T> {
  limits: MailLimits;
  /**
   * Kinds that calls limit when they are requested (`rateLimitMails`): no mail that was promised is dropped. `BEYOND_REQUESTS` limits
   * calls that lack it.
   */
  requested: readonly string[];
}

/** Declares a queue whose jobs each send a mail. */
export const mailQueue = <T extends object>(
  name: string,
  {
    limits = NOTICES,
    requested = [],
    retries = RETRY_LIMIT,
  }: Partial<Pick<MailQueue<T>, 'limits' | 'requested'>> & { retries?: number } = {},
): MailQueue<T> => ({ ...queue<T>(name, retries), limits, requested });

/**
 * Renders a mail with the provider's brand and contact, and sends it. A mail above the limit of its kind and mailbox is dropped and
 * logged. Each kind has a limit of its own, so that many mails of one kind don't suppress a warning, and so has each person whom mails to
 * others are about.
 *
 * @param kind kind within the queue, e.g. `removed`
 * @param about id of the person whom the mail is about, if it isn't its recipient
 * @returns whether the mail was sent
 * @throws Error if the mail server refuses it: the job is retried
 */
export async function sendMail(
  deps: Pick<Deps, 'mailer' | 'config' | 'db' | 'clock' | 'log' | 'metrics'>,
  mails: Pick<MailQueue<object>, 'name' | 'limits' | 'requested'>,
  kind: string,
  content: MailContent,
  about: number | null = null,
): Promise<boolean> {
  const { mailer, config, db, log, metrics } = deps;
  const most = mails.requested.includes(kind) ? BEYOND_REQUESTS : mails.limits;
  const limits = mailboxLimits(`${mails.name}-${kind}`, most, content.to, about);
  try {
    await countAttempt(deps, limits);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    metrics.mail('limited');
    log.warn({ queue: mails.name, kind }, 'a mail was not sent: its mailbox received too many of its kind');
    return false;
  }
  try {
    await mailer.send(renderMail(content, { brand: config.BRAND_NAME, support: config.BRAND_SUPPORT }));
    return true;
  } catch (error) {
    const undo = db.withoutClient(async (trx) => {
      for (const limit of limits) await undoAttempt(trx, limit, limit.subject);
    });
    await undo.catch((reason: Error) => log.warn({ stack: reason.stack }, 'a mail that failed counts for its limit'));
    throw error;
  }
}
