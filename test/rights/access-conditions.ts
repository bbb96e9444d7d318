import type { Caller, StaffCaller } from '#server/platform/http/request/caller.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { BLOCK_REASON } from './access-cases.ts';
import { type Refused, refusedByState } from './access-table.ts';
import { STAFF_OWN_CALLS } from './staff-access-table.ts';

/** Calls before the terms that bind are accepted. */
export const BEFORE_TERMS: readonly string[] = [
  'acceptTerms',
  'newestTerms',
  'clientInfo',
  'currentUser',
  'readPrintConfig',
  'deliveryModes',
  'readFactor',
  'beginUserFactor',
  'confirmUserFactor',
  'loginCode',
  'askPasskey',
  'loginPasskey',
];

/** Calls of accounts with a feature. */
const FEATURE_CALLS: readonly string[] = [
  'listPayments',
  'paymentResult',
  'createPayment',
  'cancelPayment',
  'listFulfillment',
  'readFulfillment',
  'exportFulfillment',
  'listStock',
  'exportStock',
  'stockLots',
];

/** Calls that ask for the second factor again, of clients and of the staff. */
const STEP_UP_CALLS: readonly string[] = [
  'inviteUser',
  'resendInvitation',
  'changeUserRole',
  'suspendUser',
  'resumeUser',
  'removeUser',
  'giveRecoveryCode',
  'requireFactor',
  'releaseFactor',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
  'requestEmailChange',
  'eraseOwnUser',
  'exportOwnData',
  'eraseReceiver',
  'exportReceiver',
  'inviteStaff',
  'resendStaffInvitation',
  'changeStaff',
  'giveStaffRecoveryCode',
  'withdrawStaffPassword',
  'createKey',
  'revokeKey',
  'changeStaffPassword',
  'beginStaffPasskey',
  'addStaffPasskey',
  'removeStaffPasskey',
  'correctUser',
  'eraseClientUser',
  'requestFactorRecovery',
  'approveFactorRecovery',
  'giveFactorRecoveryCode',
  'exportClientUser',
  'eraseClientReceiver',
  'exportClientReceiver',
];

/** Time of the calls. */
export const NOW = new Date('2026-08-03T15:00:00Z');

/** A user of an approved company with all features, who gave a code of the second factor 599 seconds ago. */
export const USER: Caller = {
  clientId: 1,
  userId: 1,
  sessionId: 'a',
  username: 'ana',
  logonName: 'ana',
  role: 'owner',
  prepago: true,
  logistica_inversa: true,
  fulfillment: true,
  approved: true,
  rejectionReason: null,
  blockedReason: null,
  termsAccepted: true,
  termsBindFrom: null,
  hasFactor: true,
  factorGiven: true,
  factorRequiredFrom: null,
  setUpDue: false,
  codeAt: new Date(NOW.getTime() - 599_000),
};

/** Flags of a user without a second factor. */
const WITHOUT_FACTOR = { hasFactor: false, factorGiven: false, codeAt: null };

/** A condition of a company, user, person or session, with its refusals before and after the role is checked. */
interface Condition<C> {
  name: string;
  /** How the caller differs from one without the condition. */
  changes: Partial<C>;
  beforeRole?: (call: string) => Refused | null;
  afterRole?: (call: string) => Refused | null;
}

const featureRequired = (call: string): Refused | null =>
  FEATURE_CALLS.includes(call) ? [403, 'feature_required'] : null;
const stepUpRequired = (call: string): Refused | null =>
  STEP_UP_CALLS.includes(call) ? [403, 'step_up_required'] : null;

/** Conditions of clients, as authentication passes them to the guard. A suspended user has no session. */
export const CLIENT_CONDITIONS: readonly Condition<Caller>[] = [
  { name: 'with all features', changes: {} },
  { name: 'without a second factor', changes: WITHOUT_FACTOR },
  { name: 'unapproved', changes: { approved: false }, beforeRole: (call) => refusedByState('unapproved', call) },
  {
    name: 'rejected',
    changes: { approved: false, rejectionReason: 'CUIT inválido' },
    beforeRole: (call) => refusedByState('unapproved', call),
  },
  {
    name: 'blocked and unapproved',
    changes: { approved: false, blockedReason: BLOCK_REASON },
    beforeRole: (call) => refusedByState('blocked', call),
  },
  {
    name: 'blocked',
    changes: { blockedReason: BLOCK_REASON },
    beforeRole: (call) => refusedByState('blocked user', call),
  },
  {
    name: 'in a half session',
    changes: { factorGiven: false, codeAt: null },
    beforeRole: (call) => refusedByState('half session', call),
  },
  {
    name: 'without a required factor',
    changes: { ...WITHOUT_FACTOR, factorRequiredFrom: new Date('2020-01-01'), setUpDue: true },
    beforeRole: (call) => refusedByState('without a required factor', call),
  },
  {
    name: 'without accepted terms',
    changes: { termsAccepted: false },
    beforeRole: (call) => (BEFORE_TERMS.includes(call) ? null : [403, 'terms_required']),
  },
  {
    name: 'without features',
    changes: { prepago: false, logistica_inversa: false, fulfillment: false },
    afterRole: featureRequired,
  },
  {
    name: 'ten minutes after the last code',
    changes: { codeAt: new Date(NOW.getTime() - 10 * MINUTE_MS) },
    afterRole: stepUpRequired,
  },
];

/** A member of the staff who just gave the second factor. */
export const PERSON: StaffCaller = {
  actor: { kind: 'staff', id: 1, name: 'Ana Paz' },
  sessionId: 1,
  kind: 'browser',
  email: 'ana@provider.example',
  role: 'support',
  suspended: false,
  factorGiven: true,
  codeRecent: true,
  hasFactor: true,
  hasPasskey: false,
};

const halfStaffSession = (call: string): Refused | null =>
  STAFF_OWN_CALLS.half.includes(call) ? null : [403, 'second_factor_required'];
const suspended = (): Refused => [403, 'suspended'];

/** Conditions of the staff, as authentication passes them to the guard. */
export const STAFF_CONDITIONS: readonly Condition<StaffCaller>[] = [
  { name: 'in a complete session', changes: {} },
  // A demonstration’s sessions are complete without a second factor.
  { name: 'without a second factor', changes: { hasFactor: false, codeRecent: false } },
  {
    name: 'in a half session',
    changes: { factorGiven: false, codeRecent: false },
    beforeRole: halfStaffSession,
  },
  { name: 'suspended', changes: { suspended: true }, beforeRole: suspended },
  {
    name: 'suspended and in a half session',
    changes: { suspended: true, factorGiven: false, codeRecent: false },
    beforeRole: (call) => halfStaffSession(call) ?? suspended(),
  },
  { name: 'ten minutes after the second step', changes: { codeRecent: false }, afterRole: stepUpRequired },
];
