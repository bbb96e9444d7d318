import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { MailContent } from '#server/integrations/mail/mail-template.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import type { Principal, StaffPrincipal, UserPrincipal } from '#server/platform/secrets/principal.ts';
import { countBackupCodes } from './factor.store.ts';
import { type FactorMailKind, staffFactorMail, userFactorMail } from './factor-mail-texts.ts';
import { readMailedStaff, readMailedUser } from './factor-mails.store.ts';

/** Job payload of a mail about a person's second factor. Contains only ids. */
interface FactorMail {
  kind: FactorMailKind;
  principal: Principal;
}

export const factorMails = mailQueue<FactorMail>('factor-mail');

/** Enqueues a mail in the caller's transaction. */
export function enqueueFactorMail(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  kind: FactorMailKind,
  principal: Principal,
): Promise<void> {
  return jobs.enqueue(trx, factorMails, { kind, principal });
}

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export async function sendFactorMail(deps: Deps, { kind, principal }: FactorMail): Promise<void> {
  // Each kind of person has limits of its own: somebody may be both under one address.
  if (principal.kind === 'user') await send(deps, kind, await userMail(deps, kind, principal));
  else await send(deps, `staff-${kind}`, await staffMail(deps, kind, principal));
}

async function send(deps: Deps, kind: string, content: MailContent | null): Promise<void> {
  if (content) await sendMail(deps, factorMails, kind, content);
}

function userMail(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  kind: FactorMailKind,
  principal: UserPrincipal,
): Promise<MailContent | null> {
  return db.withClient(principal.clientId, async (trx) => {
    const user = await readMailedUser(trx, principal);
    return user && userFactorMail(config, kind, user, await countBackupCodes(trx, principal));
  });
}

function staffMail(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  kind: FactorMailKind,
  principal: StaffPrincipal,
): Promise<MailContent | null> {
  return db.withProvider(async (trx) => {
    const person = await readMailedStaff(trx, principal);
    return person && staffFactorMail(config, kind, person);
  });
}
