import type { FulfillmentDetail, FulfillmentRow } from '#shared/warehouse/fulfillment.ts';
import type { StockLot, StockProduct } from '#shared/warehouse/stock.ts';

/** The client as the external service identifies it. From the session, never from a request's body. */
export interface NamedClient {
  /** Name of the company's first user (readings S2, C54). */
  logonName: string;
}

/** The client as the embedded warehouse identifies it. */
export interface WarehouseClient extends NamedClient {
  clientId: number;
}

export interface OrderFilter {
  /** Range of creation days, both inclusive. */
  from: string | undefined;
  to: string | undefined;
  status: string | undefined;
}

export interface StockFilter {
  /** Substrings of the SKU and of the description. */
  sku: string | undefined;
  description: string | undefined;
  /** 'Crítico' or 'Vencido'. */
  state: string | undefined;
}

export interface WarehousePage {
  /** Starts at 1. */
  page: number;
  pageSize: number;
}

/** A page of a list, or the whole list as one page. */
export interface Paged<R> {
  rows: R[];
  pages: number;
}

/**
 * Read-only port of the provider's warehouse (D2 §7, readings R3). Without a page, lists return all rows. `C` identifies the
 * client.
 *
 * @throws WarehouseError when there is no usable response
 */
export interface Warehouse<C = WarehouseClient> {
  orders(client: C, filter: OrderFilter, page?: WarehousePage): Promise<Paged<FulfillmentRow>>;
  /** Reads a fulfillment order; null for an unknown reference. */
  order(client: C, reference: string): Promise<FulfillmentDetail | null>;
  stock(client: C, filter: StockFilter, page?: WarehousePage): Promise<Paged<StockProduct>>;
  /** Reads the lots of a SKU; null for an unknown SKU. */
  lots(client: C, sku: string): Promise<StockLot[] | null>;
}

/** Thrown when the warehouse gives no usable response. For the log only; users see a message of the product. */
export class WarehouseError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`no usable response from the warehouse: ${reason}`, { cause });
    this.name = 'WarehouseError';
  }
}
