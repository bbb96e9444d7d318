/**
 * Names of the calls that do something each time, even with the same values again: the audit trail has a row of each. All other calls
 * set what should be, and add no row when nothing changes.
 */
export const ACTS: ReadonlySet<string> = new Set([
  // Logins, and what they need.
  ...['login', 'staffLogin', 'beginUserFactor', 'askPasskey', 'beginPasskey', 'askStaffPasskey', 'beginStaffPasskey'],
  // Each sends a mail or gives a new code.
  ...['recover', 'sendActivationMail', 'register', 'resendInvitation', 'requestEmailChange', 'giveRecoveryCode'],
  ...['sendUserActivation', 'resendStaffInvitation', 'giveStaffRecoveryCode', 'testMail', 'testPayments'],
  // Each shows or exports data.
  ...['exportActivity', 'exportOwnData', 'exportReceiver', 'exportShipments', 'exportFulfillment', 'exportStock'],
  ...['exportFailedRows', 'exportCharges', 'exportClientCharges', 'exportClientReceiver', 'exportClientUser'],
  ...['exportAllActivity', 'findReceiver', 'findClientReceiver', 'searchParcels', 'showReceiverContact'],
  'showRequestedChanges',
  // Each prints.
  ...['batchOrderLabels', 'batchOrderZpl', 'batchShipmentLabels', 'batchShipmentZpl', 'orderLabels', 'shipmentLabel'],
  ...['labelToZpl', 'labelsToZpl', 'printParcelPdf', 'printParcelZpl'],
  // Each adds something new.
  ...['createSenderAddress', 'addClientNote', 'addOrderNote', 'publishTariff', 'publishClientTariff'],
  // The marks of the test's database change the texts that they store, so that the same text differs: see equal-acts.test.ts.
  ...['blockClient', 'blockUser', 'correctUser'],
  // A request by law is kept, also if nothing was left to erase.
  ...['eraseReceiver', 'eraseClientReceiver'],
]);
