import type { Generated, GeneratedAlways } from 'kysely';

/** Payments, and the embedded checkout’s own. */
export interface PaymentTables {
  merchant_orders: MerchantOrdersTable;
  merchant_order_lines: MerchantOrderLinesTable;
  provider_payments: ProviderPaymentsTable;
  merchant_order_directory: MerchantOrderDirectoryTable;
  provider_payment_directory: ProviderPaymentDirectoryTable;
  dev_checkouts: DevCheckoutsTable;
  dev_checkout_payments: DevCheckoutPaymentsTable;
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
  dated_on: GeneratedAlways<string | null>;
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
