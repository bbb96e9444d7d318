import { createMetrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import { createConverter } from '#server/integrations/label-conversion/create-converter.ts';
import { createHttpWarehouse } from '#server/integrations/warehouse/http-warehouse.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { closeGracefully } from '#server/platform/http/graceful-close.ts';
import { serveMetrics } from '#server/platform/http/metrics-server.ts';
import { BUILT_PORTAL } from '#server/platform/http/portal-files.ts';
import type { Log } from '#server/platform/log.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { createPortalApp } from './app.ts';
import { connectGateway } from './gateway-connection.ts';
import { noWarehouse } from './no-warehouse.ts';

export interface PortalOnlyOptions {
  log: Log;
  clock?: Clock;
  /** Folder of the built portal; null serves the calls alone. */
  portal?: string | null;
  verifyReplies?: boolean;
}

/** A portal that runs before an existing gateway. */
export interface RunningPortal {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** The calls that it answers itself. */
  mounted: ReadonlySet<AnyEndpoint>;
  /** Finishes what is running within DRAIN_SECONDS and ten more. */
  stop(): Promise<void>;
}

/** The portal before an existing gateway (readings R4): no database, no jobs, nothing kept on disk. */
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
  const figures =
    config.METRICS_PORT === undefined
      ? null
      : await serveMetrics(metrics, { port: config.METRICS_PORT, host: config.METRICS_HOST });
  if (figures) log.info({ url: figures.url }, 'metrics are listening');
  return {
    url: listening,
    mounted: mount.mounted,
    async stop() {
      readiness.draining = true;
      await drain.begin(config.DRAIN_SECONDS);
      await closeGracefully(http.server, () => http.close());
      gateway.close();
      await figures?.close();
    },
  };
}
