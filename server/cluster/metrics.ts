import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EgressMetrics } from '#server/platform/network/egress.ts';
import type { JobCount } from './jobs.ts';

/** Sources of the gauges, read on each scrape. */
export interface GaugeSources {
  liveStreams(): number;
  pool(): { used: number; idle: number; waiting: number };
  jobs(): Promise<JobCount[]>;
}

/** Metrics of this node. Labels have few values and never contain a client, a person or an address. */
export interface Metrics {
  requestCompleted(call: { route: string; method: string; status: number; seconds: number | null }): void;
  requestShed(): void;
  connectionRefused(): void;
  loginFailed(): void;
  mail(outcome: 'sent' | 'failed' | 'limited'): void;
  batchRows(count: number): void;
  masked(orders: number): void;
  counterDrift(rows: number): void;
  egress(service: 'payments' | 'warehouse' | 'labels' | 'gateway'): EgressMetrics;
  /** Registers gauges that read the given sources. Each source must be registered at most once. */
  registerGauges(sources: Partial<GaugeSources>): void;
  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Upper bounds of the duration buckets in seconds: from reading one row to an export. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates the metrics of one server. Several servers in a process have separate metrics.
 * @param options process: adds the process's metrics (memory, CPU, event loop, garbage collection)
 */
export function createMetrics({ process = false }: { process?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (process) collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `remito_${name}`, help, labelNames, registers: [registry] });
  const requests = counter('http_requests_total', 'Answered requests', ['route', 'method', 'status']);
  const seconds = new Histogram({
    name: 'remito_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, without live streams',
    labelNames: ['route', 'method'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const shed = counter('http_shed_total', 'Requests refused because the process is overloaded');
  const refused = counter('http_connections_refused_total', 'Connections closed because too many were open');
  const logins = counter('logins_failed_total', 'Refused attempts to log in');
  const mails = counter('mails_total', 'Mails handed to the mail server', ['outcome']);
  const batchRows = counter('batch_rows_total', 'Processed rows of bulk uploads');
  const masked = counter('masked_orders_total', 'Orders whose personal data were masked');
  const counterDrift = counter('counter_drift_total', 'Counters that the nightly recount corrected');
  const egressRequests = counter('egress_requests_total', 'Requests to external services', ['service', 'outcome']);
  const circuitOpen = new Gauge({
    name: 'remito_egress_circuit_open',
    help: '1 while the circuit breaker of an external service is open',
    labelNames: ['service'],
    registers: [registry],
  });

  return {
    requestCompleted({ route, method, status, seconds: took }) {
      requests.inc({ route, method, status: `${Math.floor(status / 100)}xx` });
      if (took !== null) seconds.observe({ route, method }, took);
    },
    requestShed: () => shed.inc(),
    connectionRefused: () => refused.inc(),
    loginFailed: () => logins.inc(),
    mail: (outcome) => mails.inc({ outcome }),
    batchRows: (count) => batchRows.inc(count),
    masked: (orders) => masked.inc(orders),
    counterDrift: (rows) => counterDrift.inc(rows),
    egress(service) {
      circuitOpen.set({ service }, 0);
      return {
        finished: (outcome) => egressRequests.inc({ service, outcome }),
        circuitOpen: (isOpen) => circuitOpen.set({ service }, isOpen ? 1 : 0),
      };
    },
    registerGauges: (sources) => registerGauges(registry, sources),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function registerGauges(registry: Registry, { liveStreams, pool, jobs }: Partial<GaugeSources>): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => unknown) =>
    new Gauge({
      name: `remito_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        await collect(this);
      },
    });
  if (liveStreams) gauge('live_streams', 'Open streams of live updates', [], (metric) => metric.set(liveStreams()));
  if (pool) {
    gauge('database_pool', 'Connections that serve requests, and requests that wait for one', ['state'], (metric) => {
      for (const [state, count] of Object.entries(pool())) metric.set({ state }, count);
    });
  }
  if (jobs) {
    gauge('jobs', 'Jobs of the whole cluster, at most a minute old', ['queue', 'state'], async (metric) => {
      metric.reset();
      // An unreachable database must not fail the scrape of the other metrics.
      for (const { queue, state, count } of await jobs().catch(() => [])) metric.set({ queue, state }, count);
    });
  }
}
