import type { AnyEndpoint } from './kit/http/endpoint.ts';
import { collectEndpoints } from './kit/http/endpoint.ts';
import { collectResources } from './kit/resource.ts';
import * as charges from './money/staff-charges.ts';
import * as payments from './money/staff-payments.ts';
import * as tariffs from './money/staff-tariffs.ts';
import * as collections from './orders/staff-collections.ts';
import * as events from './orders/staff-events.ts';
import * as manifests from './orders/staff-manifests.ts';
import * as modifications from './orders/staff-modifications.ts';
import * as queues from './orders/staff-queues.ts';
import * as reschedules from './orders/staff-reschedules.ts';
import * as shipmentCost from './orders/staff-shipment/staff-cost.ts';
import * as staffLabel from './orders/staff-shipment/staff-label.ts';
import * as shipmentOrder from './orders/staff-shipment/staff-order.ts';
import * as shipmentSearch from './orders/staff-shipment/staff-search.ts';
import * as shipments from './orders/staff-shipments.ts';
import * as factorRecovery from './people/second-factor/staff-factor-recovery.ts';
import * as staffPasskeys from './people/second-factor/staff-passkeys.ts';
import * as staff from './people/staff.ts';
import * as activity from './people/staff-activity.ts';
import * as clientUsers from './people/staff-client-users.ts';
import * as clients from './people/staff-clients.ts';
import * as notes from './people/staff-notes.ts';
import * as staffPassword from './people/staff-password.ts';
import * as personalData from './people/staff-personal-data.ts';
import * as staffSessions from './people/staff-sessions.ts';
import * as categories from './provider/staff-categories.ts';
import * as holidays from './provider/staff-holidays.ts';
import * as keys from './provider/staff-keys.ts';
import * as pickupPoints from './provider/staff-pickup-points.ts';
import * as setup from './provider/staff-setup.ts';
import * as terms from './provider/staff-terms.ts';
import * as zipCodes from './provider/staff-zip-codes.ts';
import * as fulfillment from './warehouse/staff-fulfillment.ts';
import * as picking from './warehouse/staff-picking.ts';
import * as stock from './warehouse/staff-stock.ts';
import * as stockReturn from './warehouse/staff-stock-return.ts';

const modules = [
  events,
  shipments,
  shipmentSearch,
  shipmentCost,
  staffLabel,
  shipmentOrder,
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

/** All calls of the provider's API by name; called by the provider's own systems and staff. */
export const staffContract: Record<string, AnyEndpoint> = collectEndpoints(modules);

/** All lists that are declared as a resource. */
export const providerResources = collectResources(modules);
