import { type Queue, queue } from '#server/cluster/jobs.ts';
import { type MailContent, renderMail } from '#server/integrations/mail/mail-template.ts';
import type { Deps } from './deps.ts';

/** Maximum retries. The backoff doubles from two seconds, so the mail server may be down for some two hours. */
const RETRY_LIMIT = 12;

/** Declares a queue whose jobs each send a mail. */
export const mailQueue = <T extends object>(name: string): Queue<T> => queue<T>(name, RETRY_LIMIT);

/** Renders a mail with the provider's brand and contact, and sends it. Throws if the mail server refuses it: the job is retried. */
export function sendMail({ mailer, config }: Pick<Deps, 'mailer' | 'config'>, content: MailContent): Promise<void> {
  return mailer.send(renderMail(content, { brand: config.BRAND_NAME, support: config.BRAND_SUPPORT }));
}
