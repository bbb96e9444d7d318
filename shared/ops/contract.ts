import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { collectEndpoints } from '#shared/kit/http/endpoint.ts';
import { collectResources } from '#shared/kit/resource.ts';
import * as charges from '#shared/money/staff-charges.ts';
import * as payments from '#shared/money/staff-payments.ts';
import * as tariffs from '#shared/money/staff-tariffs.ts';
import * as parcelCost from '#shared/orders/parcel/staff-parcel-cost.ts';
import * as parcelLabel from '#shared/orders/parcel/staff-parcel-label.ts';
import * as parcelOrder from '#shared/orders/parcel/staff-parcel-order.ts';
import * as parcelSearch from '#shared/orders/parcel/staff-parcel-search.ts';
import * as collections from '#shared/orders/staff-collections.ts';
import * as events from '#shared/orders/staff-events.ts';
import * as manifests from '#shared/orders/staff-manifests.ts';
import * as modifications from '#shared/orders/staff-modifications.ts';
import * as reschedules from '#shared/orders/staff-reschedules.ts';
import * as shipments from '#shared/orders/staff-shipments.ts';
import * as staff from '#shared/people/staff.ts';
import * as activity from '#shared/people/staff-activity.ts';
import * as clientUsers from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import * as factorRecovery from '#shared/people/staff-factor-recovery.ts';
import * as notes from '#shared/people/staff-notes.ts';
import * as staffPasskeys from '#shared/people/staff-passkeys.ts';
import * as staffPassword from '#shared/people/staff-password.ts';
import * as personalData from '#shared/people/staff-personal-data.ts';
import * as staffSessions from '#shared/people/staff-sessions.ts';
import * as categories from '#shared/provider/staff-categories.ts';
import * as holidays from '#shared/provider/staff-holidays.ts';
import * as keys from '#shared/provider/staff-keys.ts';
import * as pickupPoints from '#shared/provider/staff-pickup-points.ts';
import * as queues from '#shared/provider/staff-queues.ts';
import * as setup from '#shared/provider/staff-setup.ts';
import * as terms from '#shared/provider/staff-terms.ts';
import * as zipCodes from '#shared/provider/staff-zip-codes.ts';
import * as fulfillment from '#shared/warehouse/staff-fulfillment.ts';
import * as picking from '#shared/warehouse/staff-picking.ts';
import * as stock from '#shared/warehouse/staff-stock.ts';
import * as stockReturn from '#shared/warehouse/staff-stock-return.ts';

const modules = [
  events,
  shipments,
  parcelSearch,
  parcelCost,
  parcelLabel,
  parcelOrder,
  collections,
  manifests,
  modifications,
  reschedules,
  queues,
  payments,
  charges,
  stock,
  stockReturn,
  fulfillment,
  picking,
  clients,
  clientUsers,
  notes,
  factorRecovery,
  personalData,
  terms,
  tariffs,
  pickupPoints,
  categories,
  zipCodes,
  holidays,
  keys,
  setup,
  activity,
  staff,
  staffSessions,
  staffPassword,
  staffPasskeys,
];

/** All calls of the operator API by name; called by the provider's own systems and staff. */
export const operatorContract: Record<string, AnyEndpoint> = collectEndpoints(modules);

/** All lists that are declared as a resource. */
export const operatorResources = collectResources(modules);
