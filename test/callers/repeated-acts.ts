import { MINUTE_MS } from '#shared/kit/time-units.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { auditedActions } from './audited-actions.ts';

/**
 * Names of the calls that do something each time, even with the same values again: the audit trail has a row of each. All other calls
 * set what should be, and add no row when nothing changes.
 */
export const ACTS: ReadonlySet<string> = new Set([
  // Logins, and what they need.
  'login',
  'staffLogin',
  'beginUserFactor',
  'askPasskey',
  'beginPasskey',
  'askStaffPasskey',
  'beginStaffPasskey',
  // Each sends a mail or gives a new code.
  'recover',
  'sendActivationMail',
  'register',
  'resendInvitation',
  'requestEmailChange',
  'giveRecoveryCode',
  'sendUserActivation',
  'resendStaffInvitation',
  'giveStaffRecoveryCode',
  'testMail',
  'testPayments',
  'changeStaffPassword',
  'recoverStaffPassword',
  'withdrawStaffPassword',
  // Each shows or exports data.
  'exportActivity',
  'exportOwnData',
  'exportReceiver',
  'exportShipments',
  'exportFulfillment',
  'exportStock',
  'exportFailedRows',
  'exportCharges',
  'exportClientCharges',
  'exportClientReceiver',
  'exportClientUser',
  'exportAllActivity',
  'exportClients',
  'findReceiver',
  'findClientReceiver',
  'searchShipments',
  'showReceiverContact',
  'showRequestedChanges',
  // Each prints.
  'batchOrderLabels',
  'batchOrderZpl',
  'batchShipmentLabels',
  'batchShipmentZpl',
  'orderLabels',
  'shipmentLabel',
  'labelToZpl',
  'labelsToZpl',
  'printShipmentPdf',
  'printShipmentZpl',
  // Each adds something new.
  'createSenderAddress',
  'addClientNote',
  'addOrderNote',
  'publishTariff',
  'publishClientTariff',
  // A second file is a batch of its own, unless the first is still processed.
  'uploadBatch',
  // The marks of the test's database change the texts that they store, so that the same text differs: see equal-acts.test.ts.
  'blockClient',
  'blockUser',
  'correctUser',
  // A request by law is kept, even if nothing was left to erase.
  'eraseReceiver',
  'eraseClientReceiver',
]);

/** The minute, in which equal acts are added up. */
export const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

/**
 * Makes a call again and returns the actions of the rows that it adds to the audit trail. A call that the next minute overtook is made
 * once more, because it may add a row of its minute.
 *
 * @param begun minute before the call that is repeated
 */
export async function recordedAgain(app: TestApp, begun: number, call: () => Promise<unknown>): Promise<string[]> {
  const before = minuteNow();
  const recorded = (await auditedActions(app)).length;
  await call();
  const added = await auditedActions(app, recorded);
  return minuteNow() === begun ? added : recordedAgain(app, before, call);
}
