import { USER_ROLES, type UserRole } from '#shared/people/rules/permissions.ts';

/**
 * Who may make each call of a client, and which calls are public; `staff-access-table.ts` has those of the provider's API. The tables
 * repeat by hand what the contract declares: a call that is declared with another permission by mistake, or without a line here,
 * fails.
 */

/** Calls without a session. */
export const PUBLIC_CALLS: readonly string[] = [
  'register',
  'sendActivationMail',
  'activate',
  'login',
  'logout',
  'recover',
  'resetPassword',
  'readInvitation',
  'acceptInvitation',
  'openEmailChange',
  'confirmEmailChange',
  'withdrawEmailChange',
  'stopFactorRecovery',
  'stopEmailCorrection',
  'portalSettings',
  'publicStates',
  'labelPng',
  'listedZipCodes',
  'bulkTemplate',
];

interface ClientLine {
  roles: readonly UserRole[];
  /** Whether a client may make the calls before the provider approves it (readings C52). */
  unapproved: boolean;
  calls: readonly string[];
}

const STAFFED: readonly UserRole[] = ['owner', 'admin', 'operations'];
const MANAGERS: readonly UserRole[] = ['owner', 'admin'];

const CLIENT_LINES: readonly ClientLine[] = [
  // A user's own access.
  {
    roles: USER_ROLES,
    unapproved: true,
    calls: [
      'currentUser',
      'clientInfo',
      'newestTerms',
      'acceptTerms',
      'modifyPassword',
      'readPrintConfig',
      'leaveTeam',
      'eraseOwnUser',
      'exportOwnData',
      'listSessions',
      'endOneSession',
      'endOtherSessions',
      'changeStream',
      'readEmailChange',
      'requestEmailChange',
      'readFactor',
      'loginCode',
      'beginUserFactor',
      'confirmUserFactor',
      'renewUserBackupCodes',
      'removeUserFactor',
      'verifyFactor',
      'listPasskeys',
      'beginPasskey',
      'addPasskey',
      'removePasskey',
      'askPasskey',
      'loginPasskey',
      'verifyPasskey',
    ],
  },
  // Data of the company.
  {
    roles: USER_ROLES,
    unapproved: true,
    calls: [
      'countOrders',
      'listOrders',
      'readOrder',
      'listShipments',
      'readShipment',
      'exportShipments',
      'search',
      'listPayments',
      'paymentResult',
      'listBatches',
      'readBatch',
      'listBatchLogs',
      'exportFailedRows',
      'rate',
      'listFulfillment',
      'readFulfillment',
      'exportFulfillment',
      'listStock',
      'exportStock',
      'stockLots',
      'listProducts',
      'productCategories',
      'listSenderAddresses',
      'readTeam',
      'listMappings',
      'shipmentTotals',
      'readDeliveryResults',
      'listPackagePresets',
      'readBuyerContact',
      'readOrderStates',
      'listPending',
      'readToday',
      'deliveryModes',
      'shipmentStateList',
      'findZipCodes',
      'provincesOfZipCode',
      'testLabel',
      'testLabelZpl',
    ],
  },
  // The role decides about each item.
  { roles: USER_ROLES, unapproved: false, calls: ['snoozePending', 'closePending'] },
  {
    roles: STAFFED,
    unapproved: true,
    calls: ['quoteModification', 'findBuyers', 'findPickupPoints', 'orderLabels', 'shipmentLabel'],
  },
  {
    roles: STAFFED,
    unapproved: false,
    calls: [
      'createOrder',
      'cancelOrder',
      'requestModification',
      'cancelShipment',
      'returnShipment',
      'requestReschedule',
      'batchOrderLabels',
      'batchShipmentLabels',
      'batchOrderZpl',
      'batchShipmentZpl',
      'labelToZpl',
      'labelsToZpl',
      'uploadBatch',
      'saveMapping',
      'createProduct',
      'updateProduct',
      'importProducts',
    ],
  },
  { roles: ['owner', 'admin', 'billing'], unapproved: false, calls: ['createPayment', 'cancelPayment'] },
  {
    roles: MANAGERS,
    unapproved: true,
    calls: ['savePrintConfig', 'listActivity', 'exportActivity', 'requireFactor', 'releaseFactor'],
  },
  {
    roles: MANAGERS,
    unapproved: false,
    calls: [
      'createSenderAddress',
      'updateSenderAddress',
      'findReceiver',
      'exportReceiver',
      'eraseReceiver',
      'createPackagePreset',
      'updatePackagePreset',
      'removePackagePreset',
      'saveBuyerContact',
      'inviteUser',
      'resendInvitation',
      'withdrawInvitation',
      'changeUserRole',
      'suspendUser',
      'resumeUser',
      'removeUser',
      'giveRecoveryCode',
    ],
  },
];

/** Who may make each call of a client, by name. */
export const CLIENT_ACCESS: ReadonlyMap<string, Omit<ClientLine, 'calls'>> = new Map(
  CLIENT_LINES.flatMap(({ calls, ...access }) => calls.map((call) => [call, access] as const)),
);

/** States of a client, a user or a session, which permit fewer calls than the role. */
export const STATES = [
  'unapproved',
  'blocked',
  'blocked user',
  'suspended user',
  'half session',
  'without a required factor',
] as const;

export type State = (typeof STATES)[number];

/** Status and code of a refusal. */
export type Refused = [status: number, code: string | undefined];

/** Calls that a session permits before its second step. */
const BEFORE_FACTOR: readonly string[] = ['loginCode', 'askPasskey', 'loginPasskey'];

/** Calls that a user may make before setting up the second factor that the company requires. */
const BEFORE_SET_UP: readonly string[] = ['readFactor', 'beginUserFactor', 'confirmUserFactor'];

/** Returns how a state refuses a call of a client; null if it permits the call. */
export function refusedByState(state: State, call: string): Refused | null {
  const unapproved = CLIENT_ACCESS.get(call)?.unapproved;
  if (state === 'half session') return BEFORE_FACTOR.includes(call) ? null : [403, 'second_factor_required'];
  if (state === 'without a required factor')
    return BEFORE_SET_UP.includes(call) ? null : [403, 'factor_setup_required'];
  if (state === 'suspended user') return [401, undefined];
  if (state !== 'unapproved') return [403, 'blocked'];
  return unapproved ? null : [403, 'approval_required'];
}

/** Returns how a role refuses a call of a client; null if it permits the call. */
export const refusedByRole = (role: UserRole, call: string): Refused | null =>
  CLIENT_ACCESS.get(call)?.roles.includes(role) ? null : [403, 'permission_required'];
