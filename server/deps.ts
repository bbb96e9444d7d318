import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { LabelConverter } from './integrations/label-conversion/converter.ts';
import type { Mailer } from './integrations/mail/mailer.ts';
import type { PaymentProvider } from './integrations/payment/payment-provider.ts';
import type { Warehouse } from './integrations/warehouse/warehouse.ts';
import type { Bus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';

/** What features are built from: passed as the first argument, never imported. */
export interface Deps {
  config: Config;
  db: Database;
  jobs: Jobs;
  bus: Bus;
  mailer: Mailer;
  converter: LabelConverter;
  /** Null where payments are off: no account of a provider, and no demonstration. */
  payments: PaymentProvider | null;
  warehouse: Warehouse;
  metrics: Metrics;
  clock: Clock;
  log: Log;
}
