import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { mailQueue, sendMail } from '#server/domain/mails.ts';
import type { Principal, StaffPrincipal, UserPrincipal } from '#server/platform/principal.ts';
import { type FactorMailKind, staffFactorMail, userFactorMail } from './factor-mail-texts.ts';
import { readMailedStaff, readMailedUser } from './factor-mails.store.ts';

/** Job payload of a mail about a person's second factor. Contains only ids. */
interface FactorMail {
  kind: FactorMailKind;
  principal: Principal;
}

export const factorMails = mailQueue<FactorMail>('factor-mail');

/** Enqueues a mail in the caller's transaction. */
export function enqueueFactorMail({ jobs }: Deps, trx: Trx, kind: FactorMailKind, principal: Principal): Promise<void> {
  return jobs.enqueue(trx, factorMails, { kind, principal });
}

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export async function sendFactorMail(deps: Deps, { kind, principal }: FactorMail): Promise<void> {
  const content = await (principal.kind === 'user'
    ? userMail(deps, kind, principal)
    : staffMail(deps, kind, principal));
  if (content) await sendMail(deps, factorMails, kind, content);
}

async function userMail({ db, config }: Deps, kind: FactorMailKind, principal: UserPrincipal) {
  const user = await db.withClient(principal.clientId, (trx) => readMailedUser(trx, principal));
  return user && userFactorMail(config, kind, user);
}

async function staffMail({ db, config }: Deps, kind: FactorMailKind, principal: StaffPrincipal) {
  const person = await db.withOperator((trx) => readMailedStaff(trx, principal));
  return person && staffFactorMail(config, kind, person);
}
