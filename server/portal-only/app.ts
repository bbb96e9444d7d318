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
import { healthRoutes, type Readiness } from '#server/platform/http/health.routes.ts';
import { createMount, type Mount } from '#server/platform/http/mount.ts';
import { guard } from '#server/platform/http/request/guard.ts';
import { readPortal, servePortal } from '#server/platform/http/response/portal-files.ts';
import type { Log } from '#server/platform/log.ts';
import { warehouseRoutes } from '#server/warehouse/fulfillment/warehouse.routes.ts';
import { bulkTemplate } from '#shared/bulk/batches.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import * as settings from '#shared/kit/settings.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { deliveryModes } from '#shared/orders/lookups.ts';
import { currentUser } from '#shared/people/account.ts';
import { createGatewayClient, type GatewayClient } from './gateway-client.ts';
import { type GatewayConnection, GatewayError } from './gateway-connection.ts';
import { createGatewayPictures } from './gateway-pictures.ts';
import { createGatewaySessions, type GatewayCaller } from './gateway-session.ts';
import { gatewayTracking } from './gateway-tracking.ts';
import { proxyRoutes } from './proxy.routes.ts';

/** The provider's API is the gateway's. */
async function refuseProvider(): Promise<never> {
  throw new Failure(404, messages.notFound);
}

/** Timeout of the ping, in ms. The readiness probe waits for it. */
const PING_MS = 1000;

/** Sends an anonymous request to the gateway. @throws GatewayError when there is no response, or a 5xx status */
async function pingGateway(gateway: GatewayConnection): Promise<void> {
  const answer = await gateway.send({
    method: 'GET',
    path: `/api${deliveryModes.path}`,
    headers: { accept: 'application/json' },
    body: null,
    silenceMs: PING_MS,
    signal: AbortSignal.timeout(PING_MS),
  });
  answer.resume();
  if ((answer.statusCode ?? 500) >= 500) throw new GatewayError(`status ${answer.statusCode}`);
}

/** Time in ms for which the gateway's answer about the user call is kept. */
const USER_CALL_CACHE_MS = MINUTE_MS;

/**
 * Watches whether the gateway has the user call (readings R4, C36), so that browsers don't call a missing endpoint. Probes
 * without a bearer token: an existing call answers 401. Returns true until the first result, and never waits.
 */
function watchUserEndpoint(send: GatewayClient, clock: () => Date): () => boolean {
  let exists = true;
  let cachedUntil = 0;
  const probe = () => {
    cachedUntil = clock().getTime() + USER_CALL_CACHE_MS;
    send(currentUser.path).then(
      ({ status }) => {
        exists = status !== 404;
      },
      // The client has logged the error. Keeps the previous result.
      () => {},
    );
  };
  probe();
  return () => {
    if (clock().getTime() >= cachedUntil) probe();
    return exists;
  };
}

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
    authenticateProvider: refuseProvider,
    authenticateStaff: refuseProvider,
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
