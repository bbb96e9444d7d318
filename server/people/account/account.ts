import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { localDay, wireTime } from '#shared/kit/days.ts';
import { wrapInEnvelope } from '#shared/kit/http/envelope.ts';
import { modesFor } from '#shared/orders/rules/delivery-modes.ts';
import { readAccount } from './account.store.ts';

/** Returns the caller's company (D1 §7): its brand name or else its legal name (readings C5). */
export async function companyInfo({ db }: Pick<Deps, 'db'>, { clientId, userId }: Caller) {
  const { company } = await db.withClient(clientId, (trx) => readAccount(trx, clientId, userId));
  return wrapInEnvelope({ client_company_name: company });
}

/** Returns the caller (D2 §3) with its current flags. */
export async function currentUser({ db, clock }: Pick<Deps, 'db' | 'clock'>, caller: Caller) {
  const { clientId, userId } = caller;
  const [{ phone, company, ...user }, calendar] = await db.withClient(clientId, (trx) =>
    Promise.all([readAccount(trx, clientId, userId), readCalendar(trx)]),
  );
  const today = localDay(clock());
  return wrapInEnvelope({
    ...user,
    client_phone: phone,
    client_company_name: company,
    terms_accepted: caller.termsAccepted,
    prepago: caller.prepago,
    logistica_inversa: caller.logistica_inversa,
    fulfillment: caller.fulfillment,
    role: caller.role,
    approved: caller.approved,
    rejection_reason: caller.rejectionReason,
    factor_required_from: !caller.hasFactor && caller.factorRequiredFrom ? wireTime(caller.factorRequiredFrom) : null,
    calendar: [...calendar].filter(([date]) => date >= today).map(([date, works]) => ({ date, works })),
    terms_bind_from: caller.termsAccepted && caller.termsBindFrom ? wireTime(caller.termsBindFrom) : null,
  });
}

/** Returns the delivery modes that the caller's flags allow; ids are texts (readings C11). */
export function allowedModes(caller: Caller) {
  const modes = modesFor({ reverseLogistics: caller.logistica_inversa, fulfillment: caller.fulfillment });
  return { results: modes.map(({ id, name }) => ({ id: String(id), name })) };
}
