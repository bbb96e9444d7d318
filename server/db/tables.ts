import type { Generated, GeneratedAlways } from 'kysely';

/** Columns as the migrations lay them out: cents, grams and cm in integers, days as `YYYY-MM-DD` text. */
export interface Tables {
  terms: TermsTable;
  clients: ClientsTable;
  users: UsersTable;
  user_directory: UserDirectoryTable;
  sessions: SessionsTable;
  session_directory: SessionDirectoryTable;
  one_time_tokens: OneTimeTokensTable;
  token_directory: TokenDirectoryTable;
  throttles: ThrottlesTable;
  idempotency_keys: IdempotencyKeysTable;
  dev_mailbox: DevMailboxTable;
  sender_addresses: SenderAddressesTable;
  print_configs: PrintConfigsTable;
  product_categories: ProductCategoriesTable;
  products: ProductsTable;
  zip_codes: ZipCodesTable;
  pickup_points: PickupPointsTable;
  tariffs: TariffsTable;
  orders: OrdersTable;
  tracking_directory: TrackingDirectoryTable;
  shipments: ShipmentsTable;
  shipment_items: ShipmentItemsTable;
  shipment_events: ShipmentEventsTable;
  modification_requests: ModificationRequestsTable;
  label_deliveries: LabelDeliveriesTable;
  order_counts: OrderCountsTable;
  order_updated_counts: OrderUpdatedCountsTable;
  shipment_counts: ShipmentCountsTable;
  shipment_state_counts: ShipmentStateCountsTable;
  operator_keys: OperatorKeysTable;
  merchant_orders: MerchantOrdersTable;
  merchant_order_lines: MerchantOrderLinesTable;
  provider_payments: ProviderPaymentsTable;
  merchant_order_directory: MerchantOrderDirectoryTable;
  provider_payment_directory: ProviderPaymentDirectoryTable;
  payment_counts: PaymentCountsTable;
  stock_skus: StockSkusTable;
  stock_lots: StockLotsTable;
  stock_receipts: StockReceiptsTable;
  stock_reservations: StockReservationsTable;
  fulfillment_orders: FulfillmentOrdersTable;
  dev_checkouts: DevCheckoutsTable;
  dev_checkout_payments: DevCheckoutPaymentsTable;
}

interface TermsTable {
  id: GeneratedAlways<number>;
  text: string;
  created_at: Generated<Date>;
}

interface ClientsTable {
  client_id: Generated<number>;
  razon_social: string;
  nombre_empresa: string;
  cuit: string;
  prepago: Generated<boolean>;
  logistica_inversa: Generated<boolean>;
  fulfillment: Generated<boolean>;
  terms_accepted: Generated<number | null>;
  terms_accepted_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface UsersTable {
  client_id: number;
  id: Generated<number>;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  password_hash: string;
  password_epoch: Generated<number>;
  activated_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface UserDirectoryTable {
  username_norm: string;
  email_norm: string;
  client_id: number;
  user_id: number;
}

interface SessionsTable {
  client_id: number;
  id: string;
  user_id: number;
  password_epoch: number;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Generated<Date | null>;
}

interface SessionDirectoryTable {
  id: string;
  client_id: number;
}

interface OneTimeTokensTable {
  client_id: number;
  hash: Buffer;
  user_id: number;
  purpose: string;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Generated<Date | null>;
}

interface TokenDirectoryTable {
  hash: Buffer;
  client_id: number;
}

interface ThrottlesTable {
  key: string;
  failures: number;
  window_ends_at: Date;
  blocked_until: Date;
}

interface IdempotencyKeysTable {
  client_id: number;
  key: string;
  call: string;
  body_hash: Buffer;
  answer: unknown;
  created_at: Generated<Date>;
}

interface DevMailboxTable {
  id: GeneratedAlways<number>;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  sent_at: Generated<Date>;
}

interface SenderAddressesTable {
  client_id: number;
  id: Generated<number>;
  street_name: string;
  street_number: string;
  floor: Generated<string>;
  apartment: Generated<string>;
  neighborhood_name: string;
  zip_code: string;
  city: string;
  state: string;
  other_info: Generated<string>;
  main_address: Generated<boolean>;
  active: Generated<boolean>;
  created_at: Generated<Date>;
}

interface PrintConfigsTable {
  client_id: number;
  id: Generated<number>;
  default_format: Generated<string>;
  default_label_size: Generated<number>;
  labels_per_page: Generated<number>;
}

interface ProductCategoriesTable {
  id: Generated<number>;
  name: string;
}

interface ProductsTable {
  client_id: number;
  id: Generated<number>;
  sku: string;
  description: string;
  category_id: number;
  value_cents: number;
  length_cm: number;
  height_cm: number;
  width_cm: number;
  weight_g: number;
  active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  search_norm: GeneratedAlways<string | null>;
}

interface ZipCodesTable {
  code: string;
  city: string;
  province: string;
}

interface PickupPointsTable {
  id: GeneratedAlways<number>;
  code: string;
  name: string;
  street: string;
  city: string;
  province: string;
  zip4: number;
  active: Generated<boolean>;
}

interface TariffsTable {
  id: GeneratedAlways<number>;
  valid_from: string;
  terms: unknown;
  created_at: Generated<Date>;
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
  merchant_order_id: Generated<number | null>;
  merchant_order_state: Generated<number | null>;
  init_point: Generated<string | null>;
  approved_payment: Generated<boolean>;
  last_modification_state: Generated<string | null>;
  created_at: Generated<Date>;
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
  pickup_point_code: Generated<string | null>;
  delivery_date: Generated<string | null>;
  return_requested_at: Generated<Date | null>;
  printed: Generated<boolean>;
  printable: boolean;
  cancellable: boolean;
  can_return: boolean;
  created_at: Generated<Date>;
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

interface OperatorKeysTable {
  id: GeneratedAlways<number>;
  name: string;
  hash: Buffer;
  created_at: Generated<Date>;
  last_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
}

interface LabelDeliveriesTable {
  client_id: number;
  id: Generated<number>;
  shipment_id: number;
  format: string;
  delivered_at: Generated<Date>;
}

interface OrderCountsTable {
  client_id: number;
  day: string;
  delivery_mode: number;
  printed: boolean;
  state_group: string;
  n: number;
}

interface OrderUpdatedCountsTable {
  client_id: number;
  day: string;
  state_group: string;
  n: number;
}

interface ShipmentCountsTable {
  client_id: number;
  day: string;
  province: string;
  n: number;
}

interface ShipmentStateCountsTable {
  client_id: number;
  day: string;
  delivery_mode: number;
  printed: boolean;
  state_code: string;
  n: number;
}

interface MerchantOrdersTable {
  client_id: number;
  id: Generated<number>;
  state: Generated<54 | 56 | 41>;
  amount_cents: number;
  begun_by: number;
  preference_id: Generated<string | null>;
  init_point: Generated<string | null>;
  payment_id: Generated<string | null>;
  provider_status: Generated<string | null>;
  attention: Generated<string | null>;
  attention_at: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  confirmed_at: Generated<Date | null>;
  cancelled_at: Generated<Date | null>;
  date_at: GeneratedAlways<Date>;
  next_check_at: Generated<Date | null>;
  hinted_at: Generated<Date | null>;
}

interface MerchantOrderLinesTable {
  client_id: number;
  merchant_order_id: number;
  n: number;
  order_pk: number;
  order_id: string;
  tracking_id: string;
  amount_cents: number;
  live: Generated<boolean>;
}

interface ProviderPaymentsTable {
  client_id: number;
  payment_id: string;
  merchant_order_id: number;
  status: string;
  amount_cents: number;
  currency: string;
  changed_at: Date;
  read_at: Date;
}

interface MerchantOrderDirectoryTable {
  id: number;
  client_id: number;
}

interface ProviderPaymentDirectoryTable {
  payment_id: string;
  client_id: number;
  merchant_order_id: number;
}

interface PaymentCountsTable {
  client_id: number;
  day: string;
  state: number;
  n: number;
}

interface DevCheckoutsTable {
  id: string;
  reference: string;
  title: string;
  amount_cents: number;
  back_url: string;
  expired: Generated<boolean>;
  created_at: Generated<Date>;
}

interface DevCheckoutPaymentsTable {
  id: GeneratedAlways<number>;
  checkout_id: string;
  method: 'credit_card' | 'ticket';
  status: string;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
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
