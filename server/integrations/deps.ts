import type { EventBus } from '#server/cluster/event-bus.ts';
import type { Jobs } from '#server/cluster/jobs.ts';
import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Events } from '#server/events/events.ts';
import type { RefusalCounter } from '#server/events/refusal-counter.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { LabelConverter } from './label-conversion/converter.ts';
import type { Mailer } from './mail/mailer.ts';
import type { PaymentProvider } from './payment/payment-provider.ts';
import type { Warehouse } from './warehouse/warehouse.ts';

/** Dependencies of the features: passed as the first argument, never imported. */
export interface Deps {
  config: Config;
  db: Database;
  jobs: Jobs;
  bus: EventBus;
  events: Events;
  mailer: Mailer;
  converter: LabelConverter;
  /** Null if payments are off: no account of a payment provider is configured, and it isn't a demonstration. */
  payments: PaymentProvider | null;
  warehouse: Warehouse;
  metrics: Metrics;
  refusals: RefusalCounter;
  clock: Clock;
  log: Log;
}
