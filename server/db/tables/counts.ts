import type { Generated } from 'kysely';

/** Counters of lists and statistics (decision 0013); a total is the sum over `shard`. */
export interface CountTables {
  order_counts: OrderCountsTable;
  order_updated_counts: OrderUpdatedCountsTable;
  shipment_counts: ShipmentCountsTable;
  shipment_state_counts: ShipmentStateCountsTable;
  payment_counts: PaymentCountsTable;
}

interface OrderCountsTable {
  client_id: number;
  day: string;
  delivery_mode: number;
  printed: boolean;
  state_group: string;
  shard: Generated<number>;
  n: number;
}

interface OrderUpdatedCountsTable {
  client_id: number;
  day: string;
  state_group: string;
  shard: Generated<number>;
  n: number;
}

interface ShipmentCountsTable {
  client_id: number;
  day: string;
  province: string;
  shard: Generated<number>;
  n: number;
}

interface ShipmentStateCountsTable {
  client_id: number;
  day: string;
  delivery_mode: number;
  printed: boolean;
  state_code: string;
  shard: Generated<number>;
  n: number;
}

interface PaymentCountsTable {
  client_id: number;
  day: string;
  state: number;
  n: number;
}
