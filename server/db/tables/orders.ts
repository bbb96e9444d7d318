import type { Generated, GeneratedAlways } from 'kysely';

/** Orders, their shipments, and what happens to them. */
export interface OrderTables {
  orders: OrdersTable;
  tracking_directory: TrackingDirectoryTable;
  shipments: ShipmentsTable;
  shipment_items: ShipmentItemsTable;
  shipment_events: ShipmentEventsTable;
  modification_requests: ModificationRequestsTable;
  label_deliveries: LabelDeliveriesTable;
}

interface OrdersTable {
  client_id: number;
  id: Generated<number>;
  tracking_id: string;
  order_id: string;
  delivery_mode: number;
  is_reverse: GeneratedAlways<boolean | null>;
  sender_name: Generated<string>;
  first_name: string;
  last_name: string;
  receiver_name: string;
  document: Generated<string>;
  email: string;
  receiver_phone: string;
  street_name: string;
  street_number: string;
  floor: Generated<string>;
  apartment: Generated<string>;
  between_1: Generated<string>;
  between_2: Generated<string>;
  zip_code: string;
  state: string;
  province: Generated<string | null>;
  zip_unlisted: Generated<boolean>;
  city: string;
  neighborhood_name: string;
  other_info: Generated<string>;
  longitude: Generated<number | null>;
  latitude: Generated<number | null>;
  pickup_address_id: number;
  sender_address: unknown;
  pickup_point: Generated<unknown | null>;
  tariff_id: number;
  prepaid: Generated<boolean>;
  paid_at: Generated<Date | null>;
  rate_cents: number;
  estimated_min: Generated<string | null>;
  estimated_max: Generated<string | null>;
  order_state: string;
  state_group: string;
  printed: Generated<boolean>;
  printable: boolean;
  payable: boolean;
  can_generate_merchant_order: boolean;
  can_request_edit: boolean;
  cancellable: boolean;
  cancelled_at: Generated<Date | null>;
  masked_at: Generated<Date | null>;
  incident_closed_at: Generated<Date | null>;
  merchant_order_id: Generated<number | null>;
  merchant_order_state: Generated<number | null>;
  init_point: Generated<string | null>;
  approved_payment: Generated<boolean>;
  last_modification_state: Generated<string | null>;
  created_at: Generated<Date>;
  created_on: GeneratedAlways<string | null>;
  updated_at: Generated<Date>;
  name_norm: GeneratedAlways<string | null>;
  order_norm: GeneratedAlways<string | null>;
}

interface TrackingDirectoryTable {
  tracking_id: string;
  client_id: number;
  order_id: number;
}

interface ShipmentsTable {
  client_id: number;
  id: Generated<number>;
  order_pk: number;
  label: string;
  n: number;
  delivery_mode: number;
  province: Generated<string | null>;
  state: string;
  state_code: Generated<string | null>;
  state_at: Generated<Date>;
  length_cm: number;
  width_cm: number;
  height_cm: number;
  weight_g: number;
  value_cents: number;
  cost_cents: number;
  adjustment_cents: Generated<number>;
  pickup_point_code: Generated<string | null>;
  delivery_date: Generated<string | null>;
  return_requested_at: Generated<Date | null>;
  printed: Generated<boolean>;
  label_fingerprint: Generated<Buffer | null>;
  label_version: Generated<number>;
  label_outdated: Generated<boolean>;
  printable: boolean;
  cancellable: boolean;
  can_return: boolean;
  created_at: Generated<Date>;
  created_on: GeneratedAlways<string | null>;
  updated_at: Generated<Date>;
}

interface ShipmentItemsTable {
  client_id: number;
  shipment_id: number;
  n: number;
  product_id: Generated<number | null>;
  sku: string;
  name: string;
  quantity: number;
  weight_g: Generated<number | null>;
  value_cents: Generated<number | null>;
  prepared: Generated<number>;
}

interface ShipmentEventsTable {
  client_id: number;
  id: Generated<number>;
  shipment_id: number;
  at: Date;
  recorded_at: Generated<Date>;
  state: string;
  state_code: Generated<string | null>;
  reason: Generated<string | null>;
  event_id: Generated<string | null>;
}

interface ModificationRequestsTable {
  client_id: number;
  id: Generated<number>;
  order_pk: number;
  order_id: string;
  tracking_id: string;
  state: 'Pendiente' | 'Aprobado' | 'Rechazado';
  before: unknown;
  after: unknown;
  reason: Generated<string | null>;
  requested_by: number;
  requested_at: Date;
  decided_at: Generated<Date | null>;
  decided_by: Generated<number | null>;
}

interface LabelDeliveriesTable {
  client_id: number;
  id: Generated<number>;
  shipment_id: number;
  format: string;
  delivered_at: Generated<Date>;
  fingerprint: Generated<Buffer | null>;
  version: Generated<number | null>;
}
