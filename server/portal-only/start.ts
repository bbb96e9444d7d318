import { createMetrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import { createConverter } from '#server/integrations/label-conversion/create-converter.ts';
import { createHttpWarehouse } from '#server/integrations/warehouse/http-warehouse.ts';
import type { NamedClient, Warehouse } from '#server/integrations/warehouse/warehouse.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { closeGracefully } from '#server/platform/http/graceful-close.ts';
import { serveMetrics } from '#server/platform/http/metrics-server.ts';
import { BUILT_PORTAL } from '#server/platform/http/response/portal-files.ts';
import type { Log } from '#server/platform/log.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { createPortalApp } from './app.ts';
import { connectGateway } from './gateway-connection.ts';

export interface PortalOnlyOptions {
  log: Log;
  clock?: Clock;
  /** Folder of the built portal; null to serve only calls. */
  portal?: string | null;
  verifyReplies?: boolean;
}

/** A portal that runs before an existing gateway. */
export interface RunningPortal {
  /** Address that it listens on, without trailing slash. */
  url: string;
  /** Calls that the portal answers itself. */
  mounted: ReadonlySet<AnyEndpoint>;
  /** Stops gracefully, within DRAIN_SECONDS plus ten seconds. */
  stop(): Promise<void>;
}

const NOT_CONNECTED = 'Este portal no está conectado a un depósito. Comunicate con soporte';

async function refuse(): Promise<never> {
  throw new Failure(501, NOT_CONNECTED);
}

/** The warehouse without `WAREHOUSE_URL`: a portal before a gateway has no tables of stock, so all calls are refused. */
const noWarehouse: Warehouse<NamedClient> = { orders: refuse, order: refuse, stock: refuse, lots: refuse };

/** Starts the portal before an existing gateway (readings R4): without a database, jobs and files. */
export async function startPortalOnly(config: Config, options: PortalOnlyOptions): Promise<RunningPortal> {
  const { log, clock = systemClock } = options;
  const { WAREHOUSE_URL: url, WAREHOUSE_TOKEN: token } = config;
  const gateway = connectGateway(config.GATEWAY_URL);
  const metrics = createMetrics({ process: config.METRICS_PORT !== undefined });
  const deps = {
    config,
    log,
    clock,
    gateway,
    metrics,
    converter: createConverter(config, metrics),
    warehouse: url ? createHttpWarehouse({ url, token }, metrics.egress('warehouse')) : noWarehouse,
  };
  const { http, mount, readiness, drain } = await createPortalApp(deps, {
    portal: options.portal === undefined ? BUILT_PORTAL : options.portal,
    verifyReplies: options.verifyReplies ?? false,
  });
  const listening = await http.listen({ port: config.PORT, host: config.HOST });
  const metricsServer =
    config.METRICS_PORT === undefined
      ? null
      : await serveMetrics(metrics, { port: config.METRICS_PORT, host: config.METRICS_HOST });
  if (metricsServer) log.info({ url: metricsServer.url }, 'metrics are listening');
  return {
    url: listening,
    mounted: mount.mounted,
    async stop() {
      readiness.draining = true;
      await drain.begin(config.DRAIN_SECONDS);
      await closeGracefully(http.server, () => http.close());
      gateway.close();
      await metricsServer?.close();
    },
  };
}
