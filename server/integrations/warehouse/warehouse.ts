import type { FulfillmentDetail, FulfillmentRow } from '#shared/fulfillment.ts';
import type { StockLot, StockProduct } from '#shared/stock.ts';

/** Whom the outside service knows: from the session, never from a body. */
export interface NamedClient {
  /** The `logonName` of the outside service (readings S2). */
  username: string;
}

/** Whose stock and orders our own tables are asked for. */
export interface WarehouseClient extends NamedClient {
  clientId: number;
}

export interface OrderFilter {
  /** Days of creation, both included. */
  from: string | undefined;
  to: string | undefined;
  status: string | undefined;
}

export interface StockFilter {
  /** Parts of the SKU and of the description. */
  sku: string | undefined;
  description: string | undefined;
  /** 'Crítico' or 'Vencido'. */
  state: string | undefined;
}

export interface WarehousePage {
  /** From 1. */
  page: number;
  pageSize: number;
}

/** A page of a list, or all of it with one page. */
export interface Paged<R> {
  rows: R[];
  pages: number;
}

/**
 * The port to the provider's warehouse (D2 §7, readings R3). It is read only. Without a page everything comes. `C` is what
 * it must know of a client.
 *
 * @throws WarehouseError when there is no usable answer
 */
export interface Warehouse<C = WarehouseClient> {
  orders(client: C, filter: OrderFilter, page?: WarehousePage): Promise<Paged<FulfillmentRow>>;
  /** Null when the client has none such. */
  order(client: C, reference: string): Promise<FulfillmentDetail | null>;
  stock(client: C, filter: StockFilter, page?: WarehousePage): Promise<Paged<StockProduct>>;
  /** Null when the client has no such SKU. */
  lots(client: C, sku: string): Promise<StockLot[] | null>;
}

/** The warehouse gave no usable answer. Its text is for the log: a sender reads a sentence of ours. */
export class WarehouseError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the warehouse gave no usable answer: ${what}`, { cause });
    this.name = 'WarehouseError';
  }
}
