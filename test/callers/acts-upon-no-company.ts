import { NO_CLIENT } from '#server/events/audit.store.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { companyActions } from '#shared/people/rules/activity/activity-actions.ts';
import type { TestApp } from '#test/app/test-app.ts';

/**
 * Calls of the provider whose rows in the audit trail name no company, so that no company reads them and no filter by a company finds
 * them. All other calls name the company upon whose account, orders, shipments, stock or payments they act.
 */
const UPON_NO_COMPANY: ReadonlySet<string> = new Set([
  // Upon the caller's own login and session.
  'staffLogin',
  'staffLoginCode',
  'staffLoginPasskey',
  'staffLogout',
  'endStaffSession',
  'endOtherStaffSessions',
  'beginFactor',
  'confirmFactor',
  'renewBackupCodes',
  'verifyStaffFactor',
  'verifyStaffPasskey',
  'beginStaffPasskey',
  'addStaffPasskey',
  'removeStaffPasskey',
  'askStaffPasskey',
  'changeStaffPassword',
  'recoverStaffPassword',
  'resetStaffPassword',
  // Upon a person of the staff, or a key.
  'inviteStaff',
  'resendStaffInvitation',
  'withdrawStaffInvitation',
  'acceptStaffInvitation',
  'changeStaff',
  'giveStaffRecoveryCode',
  'withdrawStaffPassword',
  'createKey',
  'revokeKey',
  // Upon settings that hold for all companies.
  'publishTerms',
  'publishTariff',
  'savePickupPoint',
  'importPickupPoints',
  'createCategory',
  'renameCategory',
  'addLocality',
  'removeLocality',
  'importLocalities',
  'addHoliday',
  'removeHoliday',
  'loadExamples',
  'testMail',
  'testPayments',
  // About all companies at once: a search may find nothing, or shipments of several ones.
  'searchShipments',
  'exportCharges',
  'exportAllActivity',
  'exportClients',
  // A company reads its rows, and is not to know that the staff keeps notes about it.
  'addClientNote',
  'addOrderNote',
  'removeNote',
]);

/**
 * Checks that the newest row of a call of the provider names the company upon which the call acted, or none for the listed calls, and that
 * a company can filter by the act that it reads.
 *
 * @returns what is wrong; null if nothing is
 */
export async function companyFault(app: TestApp, name: string, { audit }: AnyEndpoint): Promise<string | null> {
  if (!audit) return null;
  const [row] = await app.owner<{ client_id: number }>(
    'SELECT client_id FROM audit_log WHERE action = $1 ORDER BY at DESC, id DESC LIMIT 1',
    [audit],
  );
  const company = row?.client_id !== NO_CLIENT;
  if (company === UPON_NO_COMPANY.has(name)) return company ? 'its row names a company' : 'its row names no company';
  const offered = companyActions().some(({ value }) => value === audit);
  return company && !offered ? `a company reads ${audit} and cannot filter by it` : null;
}
