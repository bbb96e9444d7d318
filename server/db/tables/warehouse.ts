import type { Generated } from 'kysely';

/** Stock, what is reserved of it, and fulfillment orders. */
export interface WarehouseTables {
  stock_skus: StockSkusTable;
  stock_lots: StockLotsTable;
  stock_receipts: StockReceiptsTable;
  stock_reservations: StockReservationsTable;
  fulfillment_orders: FulfillmentOrdersTable;
}

interface StockSkusTable {
  client_id: number;
  id: Generated<number>;
  sku: string;
  description: Generated<string>;
  since: Date;
  updated_at: Date;
}

interface StockLotsTable {
  client_id: number;
  id: Generated<number>;
  sku_id: number;
  lot: string;
  expiry: Generated<string | null>;
  criticality: Generated<string | null>;
  units: Generated<number>;
  reserved: Generated<number>;
}

interface StockReceiptsTable {
  client_id: number;
  receipt_id: string;
  lot_id: number;
  units: number;
  recorded_at: Generated<Date>;
}

interface StockReservationsTable {
  client_id: number;
  shipment_id: number;
  n: number;
  lot_id: number;
  units: number;
  taken: Generated<number>;
}

interface FulfillmentOrdersTable {
  client_id: number;
  id: Generated<number>;
  order_pk: number;
  order_id: string;
  tracking_id: string;
  delivery_mode: number;
  status: Generated<'Registrado' | 'Preparado' | 'Cancelado'>;
  labels: Generated<string[]>;
  reason: Generated<string | null>;
  created_at: Date;
  status_at: Date;
}
