import { STAFF_ROLES, type StaffPermission, type StaffRole } from '#shared/rules/staff-permissions.ts';

/** Calls of the staff's own access: without a session, before the second step, and after it. */
export const STAFF_OWN_CALLS: Record<'public' | 'half' | 'whole', readonly string[]> = {
  public: ['staffLogin', 'staffLogout', 'currentStaff', 'readStaffInvitation', 'acceptStaffInvitation'],
  half: ['staffMe', 'staffLoginCode', 'askStaffPasskey', 'staffLoginPasskey', 'beginFactor', 'confirmFactor'],
  whole: [
    'listStaffSessions',
    'endStaffSession',
    'endOtherStaffSessions',
    'renewBackupCodes',
    'verifyStaffFactor',
    'listStaffPasskeys',
    'beginStaffPasskey',
    'addStaffPasskey',
    'removeStaffPasskey',
    'verifyStaffPasskey',
  ],
};

interface StaffLine {
  roles: readonly StaffRole[];
  /** Scope of the keys that may make the calls. */
  scope: StaffPermission;
  calls: readonly string[];
}

const FIELD: readonly StaffRole[] = ['operations', 'admin'];

const STAFF_LINES: readonly StaffLine[] = [
  {
    roles: STAFF_ROLES,
    scope: 'read',
    calls: [
      'clientShipments',
      'readOperatorShipment',
      'searchParcels',
      'showReceiverContact',
      'readParcelCost',
      'readParcelOrder',
      'countQueues',
      'listQueue',
      'listCollections',
      'printRunSheet',
      'listManifests',
      'readManifest',
      'printManifest',
      'exportManifest',
      'readModification',
      'showRequestedChanges',
      'readReschedule',
      'readOperatorPayment',
      'listModifications',
      'listReschedules',
      'clientPayments',
      'flaggedPayments',
      'clientStock',
      'expiringStock',
      'readStockReturn',
      'pickingList',
      'clientFulfillment',
      'operatorFulfillments',
      'listClients',
      'readClient',
      'listClientUsers',
      'readClientOverview',
      'listClientNotes',
      'listOrderNotes',
      'listTerms',
      'pendingTerms',
      'listTariffs',
      'listClientTariffs',
      'listPickupPoints',
      'exportPickupPoints',
      'listLocalities',
      'listCategories',
      'readSetup',
      'listHolidays',
      'readHolidayEffect',
    ],
  },
  {
    roles: STAFF_ROLES,
    scope: 'queues',
    calls: ['assignQueueItem', 'snoozeQueueItem', 'addClientNote', 'addOrderNote', 'removeNote'],
  },
  {
    roles: FIELD,
    scope: 'events',
    calls: [
      'recordEvents',
      'correctEvent',
      'confirmMeasured',
      'openManifest',
      'cancelManifest',
      'checkCodes',
      'handOverManifest',
    ],
  },
  {
    roles: ['support', ...FIELD],
    scope: 'modifications',
    calls: ['decideModification', 'decideReschedule', 'undoModification', 'undoReschedule'],
  },
  { roles: ['support', ...FIELD], scope: 'labels', calls: ['printParcelPdf', 'printParcelZpl'] },
  {
    roles: FIELD,
    scope: 'warehouse',
    calls: [
      'recordReceipts',
      'recordCounts',
      'recordStockReturn',
      'setShelf',
      'prepareFulfillment',
      'labelFulfillment',
      'cancelFulfillment',
    ],
  },
  {
    roles: FIELD,
    scope: 'points',
    calls: [
      'savePickupPoint',
      'importPickupPoints',
      'createCategory',
      'renameCategory',
      'addLocality',
      'removeLocality',
      'importLocalities',
    ],
  },
  { roles: ['finance', 'admin'], scope: 'tariffs', calls: ['publishTariff', 'publishClientTariff', 'endClientTariff'] },
  {
    roles: ['finance', 'admin'],
    scope: 'billing',
    calls: ['listCharges', 'exportCharges', 'listClientCharges', 'exportClientCharges', 'closePaymentCase'],
  },
  { roles: ['admin'], scope: 'terms', calls: ['previewTerms', 'publishTerms'] },
  {
    roles: ['admin'],
    scope: 'clients',
    calls: [
      'createClient',
      'approveClient',
      'rejectClient',
      'undoRegistrationDecision',
      'blockClient',
      'unblockClient',
      'changeClient',
      'correctClient',
      'endClientSessions',
      'blockUser',
      'unblockUser',
      'correctUser',
      'endUserSessions',
      'sendUserActivation',
      'requestFactorRecovery',
      'approveFactorRecovery',
      'giveFactorRecoveryCode',
      'findClientReceiver',
      'exportClientReceiver',
      'eraseClientReceiver',
      'exportClientUser',
      'eraseClientUser',
    ],
  },
  { roles: ['admin'], scope: 'keys', calls: ['listKeys', 'createKey', 'revokeKey'] },
  {
    roles: ['admin'],
    scope: 'setup',
    calls: ['loadExamples', 'testMail', 'testPayments', 'addHoliday', 'removeHoliday'],
  },
  { roles: ['admin'], scope: 'activity', calls: ['listAllActivity', 'exportAllActivity'] },
  {
    roles: ['admin'],
    scope: 'staff',
    calls: [
      'listStaff',
      'inviteStaff',
      'resendStaffInvitation',
      'withdrawStaffInvitation',
      'changeStaff',
      'giveStaffRecoveryCode',
    ],
  },
];

/** Who may make each call of the operator API, by name. */
export const STAFF_ACCESS: ReadonlyMap<string, Omit<StaffLine, 'calls'>> = new Map(
  STAFF_LINES.flatMap(({ calls, ...access }) => calls.map((call) => [call, access] as const)),
);
