import type { FastifyInstance } from 'fastify';
import { type AppOptions, createBaseServer } from '#server/base-server.ts';
import { templateFile } from '#server/bulk/batch/batch-template.ts';
import { createExportLimit } from '#server/cluster/export-limit.ts';
import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { LabelConverter } from '#server/integrations/label-conversion/converter.ts';
import { MERCADO_PAGO_HOSTS } from '#server/integrations/payment/mercado-pago.ts';
import type { NamedClient, Warehouse } from '#server/integrations/warehouse/warehouse.ts';
import { createLabelBatchRateLimit } from '#server/orders/label/batch-rate-limit.ts';
import { conversionRoutes } from '#server/orders/label/conversion.routes.ts';
import { trackingRoutes } from '#server/orders/tracking/tracking.routes.ts';
import { portalSettings } from '#server/people/account/portal-settings.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ConnectionDrain } from '#server/platform/http/connection-drain.ts';
import { createMount, type Mount } from '#server/platform/http/mount.ts';
import { guard } from '#server/platform/http/request/guard.ts';
import { readPortal, servePortal } from '#server/platform/http/response/portal-files.ts';
import type { Log } from '#server/platform/log.ts';
import { healthRoutes, type Readiness } from '#server/provider/health/health.routes.ts';
import { warehouseRoutes } from '#server/warehouse/fulfillment/warehouse.routes.ts';
import { bulkTemplate } from '#shared/bulk/batches.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import * as settings from '#shared/kit/settings.ts';
import { createGatewayClient } from './gateway-client.ts';
import type { GatewayConnection } from './gateway-connection.ts';
import { createGatewayPictures } from './gateway-pictures.ts';
import { createGatewaySessions, type GatewayCaller } from './gateway-session.ts';
import { gatewayTracking } from './gateway-tracking.ts';
import { pingGateway } from './ping-gateway.ts';
import { proxyRoutes } from './proxy.routes.ts';
import { watchUserEndpoint } from './user-endpoint.ts';

/** Dependencies of the portal before an existing gateway. */
interface PortalDeps {
  config: Config;
  log: Log;
  clock: Clock;
  gateway: GatewayConnection;
  metrics: Metrics;
  converter: LabelConverter;
  warehouse: Warehouse<NamedClient>;
}

interface PortalApp {
  http: FastifyInstance;
  mount: Mount<GatewayCaller>;
  readiness: Readiness;
  drain: ConnectionDrain;
}

/** The operator API is the gateway's. */
async function refuseOperators(): Promise<never> {
  throw new Failure(404, messages.notFound);
}

/** Builds the portal's server before an existing gateway: serves the portal's calls (readings R4), proxies all others. */
export async function createPortalApp(deps: PortalDeps, { portal, verifyReplies }: AppOptions): Promise<PortalApp> {
  const { config, log, clock, gateway } = deps;
  const { http, drain } = createBaseServer(deps);
  const readiness: Readiness = { dataComplete: true, draining: false };
  // Separate clients, so that each kind of call has its own circuit breaker.
  const sessions = createGatewaySessions(createGatewayClient(deps), clock);
  const tracking = gatewayTracking(createGatewayClient(deps), config.PUBLIC_STATES_TOKEN);
  const hasUserCall = watchUserEndpoint(createGatewayClient(deps), clock);
  const mount = createMount<GatewayCaller>(http, {
    authenticate: sessions.authenticate,
    guard,
    authenticateOperator: refuseOperators,
    authenticateStaff: refuseOperators,
    audit: null,
    exports: createExportLimit(deps, ({ username }) => `user ${username}`),
    strict: true,
    verifyReplies,
  });

  const paymentHosts = [...MERCADO_PAGO_HOSTS, new URL(config.GATEWAY_URL).host];
  mount.open(settings.portalSettings, async () => portalSettings(config, { paymentHosts, userCall: hasUserCall() }));
  mount.open(bulkTemplate, async () => templateFile());
  warehouseRoutes(mount, deps);
  const pictures = createGatewayPictures(config.GATEWAY_URL, deps.metrics.egress('gateway'));
  const countBatch = createLabelBatchRateLimit(deps);
  conversionRoutes(mount, { ...deps, pictures }, ({ username }) => username, countBatch);
  trackingRoutes(http, deps, tracking);
  healthRoutes(http, () => pingGateway(gateway), readiness);
  proxyRoutes(http, { config, log, gateway, sessions });
  const https = config.PUBLIC_URL.startsWith('https:');
  if (portal)
    servePortal(http, await readPortal(portal, { name: config.BRAND_NAME, logo: config.BRAND_LOGO }), {
      https,
      console: null,
    });
  return { http, mount, readiness, drain };
}
