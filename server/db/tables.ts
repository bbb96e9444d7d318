import type { AccessTables } from './tables/access.ts';
import type { CountTables } from './tables/counts.ts';
import type { GroundTables } from './tables/ground.ts';
import type { OrderTables } from './tables/orders.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { WarehouseTables } from './tables/warehouse.ts';

/** Columns as the migrations lay them out: cents, grams and cm in integers, days as `YYYY-MM-DD` text. */
export interface Tables extends AccessTables, GroundTables, OrderTables, CountTables, PaymentTables, WarehouseTables {}
