import type { FastifyInstance } from 'fastify';
import { contract } from '#shared/contract.ts';
import { wireTime } from '#shared/kit/days.ts';
import { TERMS_HEADER } from '#shared/kit/http/endpoint.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { apiDocument, providerDocument } from './api-document.ts';
import { type AppOptions, createBaseServer } from './base-server.ts';
import { batchRoutes } from './bulk/batch/batch.routes.ts';
import { createExportLimit } from './cluster/export-limit.ts';
import type { Deps } from './integrations/deps.ts';
import { mailboxRoutes } from './integrations/mail/mailbox.routes.ts';
import { checkoutRoutes } from './integrations/payment/checkout.routes.ts';
import { chargeRoutes } from './money/charge/charge.routes.ts';
import { paymentRoutes } from './money/payment/payment.routes.ts';
import { rateRoutes } from './money/rate/rate.routes.ts';
import { buyerRoutes } from './orders/buyer/buyer.routes.ts';
import { collectionRoutes } from './orders/collection/collection.routes.ts';
import { labelRoutes } from './orders/label/label.routes.ts';
import { modificationRoutes } from './orders/modification/modification.routes.ts';
import { orderRoutes } from './orders/order/order.routes.ts';
import { packagePresetRoutes } from './orders/package-preset/package-preset.routes.ts';
import { pendingRoutes } from './orders/pending/pending.routes.ts';
import { productRoutes } from './orders/product/product.routes.ts';
import { queueRoutes } from './orders/queue/queue.routes.ts';
import { rescheduleRoutes } from './orders/reschedule/reschedule.routes.ts';
import { searchRoutes } from './orders/search/search.routes.ts';
import { shipmentRoutes } from './orders/shipment/shipment.routes.ts';
import { staffShipmentRoutes } from './orders/staff-shipment/staff-shipment.routes.ts';
import { statisticsRoutes } from './orders/statistics/statistics.routes.ts';
import { trackingRoutes } from './orders/tracking/tracking.routes.ts';
import { createTrackingSource } from './orders/tracking/tracking.ts';
import { accessRoutes } from './people/access/access.routes.ts';
import { createSessions } from './people/access/session/session.ts';
import { accountRoutes } from './people/account/account.routes.ts';
import { approvalRoutes } from './people/approval/approval.routes.ts';
import { auditRoutes } from './people/audit/audit.routes.ts';
import { auditCalls } from './people/audit/audit-calls.ts';
import { emailChangeRoutes } from './people/email-change/email-change.routes.ts';
import { emailCorrectionRoutes } from './people/email-correction/email-correction.routes.ts';
import { factorRecoveryRoutes } from './people/factor-recovery/factor-recovery.routes.ts';
import { liveRoutes } from './people/live/live.routes.ts';
import { noteRoutes } from './people/note/note.routes.ts';
import { personalDataRoutes } from './people/personal-data/personal-data.routes.ts';
import { secondFactorRoutes } from './people/second-factor/second-factor.routes.ts';
import { createStaffSessions } from './people/staff/session/staff-session.ts';
import { staffRoutes } from './people/staff/staff.routes.ts';
import { teamRoutes } from './people/team/team.routes.ts';
import type { ConnectionDrain } from './platform/http/connection-drain.ts';
import { healthRoutes, type Readiness } from './platform/http/health.routes.ts';
import { createMount, type Mount } from './platform/http/mount.ts';
import type { Caller } from './platform/http/request/caller.ts';
import { SHARED_HOST, separateConsole } from './platform/http/request/console-host.ts';
import { guardStaff } from './platform/http/request/guard.ts';
import { readPortal, servePortal } from './platform/http/response/portal-files.ts';
import { holidayRoutes } from './provider/holiday/holiday.routes.ts';
import { createAuthenticateProvider } from './provider/settings/key.ts';
import { providerRoutes } from './provider/settings/provider.routes.ts';
import { staffZipCodeRoutes } from './provider/zip-code/staff-zip-code.routes.ts';
import { zipCodeRoutes } from './provider/zip-code/zip-code.routes.ts';
import { staffFulfillmentRoutes } from './warehouse/fulfillment/staff-fulfillment.routes.ts';
import { warehouseRoutes } from './warehouse/fulfillment/warehouse.routes.ts';
import { staffStockRoutes } from './warehouse/stock/staff-stock.routes.ts';

export interface App {
  http: FastifyInstance;
  mount: Mount;
  readiness: Readiness;
  drain: ConnectionDrain;
}

/** Builds the HTTP server: one line for each feature. A worker only serves health checks. */
export async function createApp(deps: Deps, { portal, verifyReplies }: AppOptions): Promise<App> {
  const { config } = deps;
  const { http, drain } = createBaseServer(deps);
  const readiness: Readiness = { dataComplete: !config.DEMO, draining: false };
  const sessions = createSessions(deps);
  const { authenticate, guard } = sessions;
  const staffSessions = createStaffSessions(deps);
  const authenticateStaff = staffSessions.authenticate;
  const authenticateProvider = createAuthenticateProvider(deps, authenticateStaff);
  const mount = createMount<Caller>(http, {
    authenticate,
    guard,
    authenticateProvider,
    audit: auditCalls(deps),
    exports: createExportLimit(deps, ({ clientId }) => `client ${clientId}`),
    authenticateStaff,
    answerHeaders: ({ termsAccepted, termsBindFrom }): Record<string, string> =>
      termsAccepted && termsBindFrom ? { [TERMS_HEADER]: wireTime(termsBindFrom) } : {},
    strict: config.STRICT_CONTRACT,
    verifyReplies,
  });

  healthRoutes(http, () => deps.db.ping(), readiness);
  deps.metrics.registerGauges({ pool: () => deps.db.pool(), jobs: () => deps.jobs.counts() });
  if (config.ROLE === 'worker') return { http, mount, readiness, drain };

  accessRoutes(mount, deps, sessions);
  accountRoutes(mount, deps);
  teamRoutes(mount, deps, sessions);
  personalDataRoutes(mount, deps);
  emailChangeRoutes(mount, deps);
  emailCorrectionRoutes(mount, deps);
  secondFactorRoutes(mount, deps, sessions);
  factorRecoveryRoutes(mount, deps);
  approvalRoutes(mount, deps);
  orderRoutes(mount, deps);
  shipmentRoutes(mount, deps);
  modificationRoutes(mount, deps);
  rescheduleRoutes(mount, deps);
  queueRoutes(mount, deps);
  staffShipmentRoutes(mount, deps);
  chargeRoutes(mount, deps);
  collectionRoutes(mount, deps);
  noteRoutes(mount, deps);
  labelRoutes(mount, deps);
  paymentRoutes(mount, deps, http);
  warehouseRoutes(mount, deps);
  staffFulfillmentRoutes(mount, deps);
  staffStockRoutes(mount, deps);
  productRoutes(mount, deps);
  zipCodeRoutes(mount, deps);
  rateRoutes(mount, deps);
  batchRoutes(mount, deps);
  statisticsRoutes(mount, deps);
  pendingRoutes(mount, deps);
  searchRoutes(mount, deps);
  buyerRoutes(mount, deps);
  packagePresetRoutes(mount, deps);
  auditRoutes(mount, deps);
  const live = liveRoutes(http, mount, deps, sessions);
  deps.metrics.registerGauges({ liveStreams: () => live.count() });
  trackingRoutes(http, deps, createTrackingSource(deps));
  providerRoutes(mount, deps);
  staffZipCodeRoutes(mount, deps);
  holidayRoutes(mount, deps);
  staffRoutes(mount, deps, staffSessions);
  mailboxRoutes(http, deps);
  checkoutRoutes(http, deps);
  http.get('/api/openapi.json', async () => apiDocument(contract, config.BRAND_NAME));
  http.get('/api/ops/v1/openapi.json', async (request) => {
    const caller = await authenticateProvider(request);
    if ('role' in caller) guardStaff(caller);
    return providerDocument(staffContract, config.BRAND_NAME);
  });
  const https = config.PUBLIC_URL.startsWith('https:');
  const console = config.CONSOLE_HOST ? separateConsole(http, config.CONSOLE_URL) : SHARED_HOST;
  if (portal)
    servePortal(http, await readPortal(portal, { name: config.BRAND_NAME, logo: config.BRAND_LOGO }), {
      https,
      console,
    });
  return { http, mount, readiness, drain };
}
