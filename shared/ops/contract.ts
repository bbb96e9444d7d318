import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { collectEndpoints } from '#shared/http/endpoint.ts';
import * as activity from './activity.ts';
import * as categories from './categories.ts';
import * as clientUsers from './client-users.ts';
import * as clients from './clients.ts';
import * as events from './events.ts';
import * as factorRecovery from './factor-recovery.ts';
import * as fulfillment from './fulfillment.ts';
import * as keys from './keys.ts';
import * as modifications from './modifications.ts';
import * as payments from './payments.ts';
import * as personalData from './personal-data.ts';
import * as pickupPoints from './pickup-points.ts';
import * as setup from './setup.ts';
import * as shipments from './shipments.ts';
import * as staff from './staff.ts';
import * as staffSessions from './staff-sessions.ts';
import * as stock from './stock.ts';
import * as tariffs from './tariffs.ts';
import * as terms from './terms.ts';

/** All calls of the operator API by name; called by the provider's own systems and staff. */
export const operatorContract: Record<string, AnyEndpoint> = collectEndpoints([
  events,
  shipments,
  modifications,
  payments,
  stock,
  fulfillment,
  clients,
  clientUsers,
  factorRecovery,
  personalData,
  terms,
  tariffs,
  pickupPoints,
  categories,
  keys,
  setup,
  activity,
  staff,
  staffSessions,
]);
