import type { Generated, GeneratedAlways } from 'kysely';

/** What orders stand on: addresses, products, places, tariffs, settings of printing. */
export interface GroundTables {
  sender_addresses: SenderAddressesTable;
  print_configs: PrintConfigsTable;
  product_categories: ProductCategoriesTable;
  products: ProductsTable;
  zip_codes: ZipCodesTable;
  pickup_points: PickupPointsTable;
  tariffs: TariffsTable;
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
