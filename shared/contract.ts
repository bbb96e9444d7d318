import * as batches from './bulk/batches.ts';
import * as live from './kit/change-events.ts';
import { type AnyEndpoint, collectEndpoints } from './kit/http/endpoint.ts';
import * as settings from './kit/settings.ts';
import * as payments from './money/payments.ts';
import * as rates from './money/rates.ts';
import * as buyers from './orders/buyers.ts';
import * as labelConversion from './orders/label-conversion.ts';
import * as labels from './orders/labels.ts';
import * as places from './orders/lookups.ts';
import * as modifications from './orders/modifications.ts';
import * as newOrder from './orders/new-order.ts';
import * as orders from './orders/orders.ts';
import * as pending from './orders/pending.ts';
import * as pickupPoints from './orders/pickup-points.ts';
import * as newProduct from './orders/product/new-product.ts';
import * as packagePresets from './orders/product/package-presets.ts';
import * as productImport from './orders/product/product-import.ts';
import * as products from './orders/product/products.ts';
import * as reschedules from './orders/reschedules.ts';
import * as search from './orders/search.ts';
import * as shipments from './orders/shipments.ts';
import * as statistics from './orders/statistics.ts';
import * as access from './people/access.ts';
import * as account from './people/account.ts';
import * as activity from './people/activity.ts';
import * as buyerContact from './people/buyer-contact.ts';
import * as emailChange from './people/email-change.ts';
import * as emailCorrection from './people/email-correction.ts';
import * as personalData from './people/personal-data.ts';
import * as registration from './people/registration.ts';
import * as factorRecovery from './people/second-factor/factor-recovery.ts';
import * as passkeys from './people/second-factor/passkeys.ts';
import * as requiredFactor from './people/second-factor/required-factor.ts';
import * as secondFactor from './people/second-factor/second-factor.ts';
import * as sessions from './people/sessions.ts';
import * as team from './people/team.ts';
import * as fulfillment from './warehouse/fulfillment.ts';
import * as stock from './warehouse/stock.ts';

/**
 * All calls of the gateway by name: the server registers them, the API documents list them, the contract test covers
 * them.
 */
export const contract: Record<string, AnyEndpoint> = collectEndpoints([
  access,
  registration,
  account,
  activity,
  team,
  personalData,
  sessions,
  secondFactor,
  passkeys,
  requiredFactor,
  factorRecovery,
  emailChange,
  emailCorrection,
  settings,
  newOrder,
  orders,
  modifications,
  reschedules,
  shipments,
  labels,
  labelConversion,
  payments,
  fulfillment,
  stock,
  products,
  newProduct,
  productImport,
  places,
  pickupPoints,
  rates,
  batches,
  statistics,
  pending,
  search,
  buyers,
  packagePresets,
  buyerContact,
  live,
]);
