import type { FulfillmentDetail, FulfillmentRow } from '#shared/warehouse/fulfillment.ts';
import type { StockLot, StockProduct } from '#shared/warehouse/stock.ts';
import { type FakeServer, type FakeServerRequest, RESPONSE_FAULTS, startFakeServer } from './fake-server.ts';

/** Bearer token of the provider's warehouse; it must never leave our server. */
export const WAREHOUSE_TOKEN = 'wh-5b1f0c-of-the-provider-alone';

/** Data of the warehouse for one `logonName`. */
export interface WarehouseContents {
  productos: (StockProduct & { lotes: StockLot[] })[];
  pedidos: (FulfillmentRow & { detalle: FulfillmentDetail })[];
}

export interface FakeWarehouseServer {
  /** For the gateway's settings. */
  settings: Record<string, string>;
  /** Sets the data of a `logonName`; others have none. */
  keep(logonName: string, contents: Partial<WarehouseContents>): void;
  /** Sets a fault by its name in RESPONSE_FAULTS; null for none. */
  setFault(fault: string | null): void;
  stop(): Promise<void>;
}

type Body = Record<string, string | number | undefined>;

/** Receiver of the warehouse's orders, for tests without an interest in the receiver. */
export const WAREHOUSE_RECEIVER: FulfillmentDetail['datosDestinatario'] = {
  nombreYApellido: 'Ana Gómez',
  mail: 'ana@example.com',
  telefono: '11 4444-5555',
  direccion: 'Av. Santa Fe 1234',
  codigoPostal: '1059',
  localidad: 'CABA',
  provincia: 'Ciudad Autónoma de Buenos Aires',
};

const EMPTY: WarehouseContents = { productos: [], pedidos: [] };

/** Starts a fake of the provider's stock and fulfillment services (D2 §7). */
export async function startFakeWarehouseServer(): Promise<FakeWarehouseServer> {
  const outside = await startFakeServer();
  const contents = new Map<string, WarehouseContents>();

  function answerTo({ path, headers, body }: FakeServerRequest): { status: number; value: unknown } {
    if (headers.authorization !== `Bearer ${WAREHOUSE_TOKEN}`) return { status: 401, value: {} };
    const sent = JSON.parse(body.toString());
    const name = /^\/Api\/service\/(\w+)$/.exec(path)?.[1] ?? '';
    const data = dataOf(name, sent, contents.get(sent.logonName) ?? EMPTY);
    return data ? { status: 200, value: { data } } : { status: 404, value: {} };
  }

  const answer: Parameters<FakeServer['answer']>[0] = (request, response) => {
    const { status, value } = answerTo(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  outside.answer(answer);
  return {
    settings: { WAREHOUSE_URL: outside.url, WAREHOUSE_TOKEN },
    keep: (logonName, some) => contents.set(logonName, { ...EMPTY, ...some }),
    setFault: (fault) => outside.answer((fault === null ? undefined : RESPONSE_FAULTS[fault]) ?? answer),
    stop: outside.stop,
  };
}

function dataOf(name: string, body: Body, { productos, pedidos }: WarehouseContents): unknown[] | null {
  switch (name) {
    case 'FulFillmentEcommercePedidos':
      return paged('pedidos', orders(pedidos, body), body);
    case 'FullFilmentEcommercePedidosCSV':
      return [{ pedidos: orders(pedidos, body) }];
    case 'FulFillmentEcommercePedidosDetalle':
      return pedidos.filter(({ referencia }) => referencia === body.referencia).map(({ detalle }) => detalle);
    case 'FulFillmentEcommerceStock':
      return paged('productos', stock(productos, body), body);
    case 'FulFillmentEcommerceStockCSV':
      return [{ productos: stock(productos, body) }];
    case 'FulFillmentEcommerceStockDetalle':
      return productos.filter(({ sku }) => sku === body.sku).map(({ lotes }) => ({ lotes }));
    default:
      return null;
  }
}

function orders(all: WarehouseContents['pedidos'], { FechaDesde: from, FechaHasta: to, estado }: Body) {
  return all
    .filter(({ fecha }) => (!from || String(fecha) >= from) && (!to || String(fecha) <= to))
    .filter((row) => !estado || row.estado === estado)
    .map(({ detalle: _, ...row }) => row);
}

function stock(all: WarehouseContents['productos'], { articulo, descripcionArticulo }: Body) {
  const has = (text: string | null, part: string | number = '') =>
    (text ?? '').toLowerCase().includes(String(part).toLowerCase());
  return all
    .filter((row) => has(row.sku, articulo) && has(row.descripción, descripcionArticulo))
    .map(({ lotes: _, ...row }) => row);
}

function paged(key: string, rows: readonly unknown[], { page, pageSize }: Body): unknown[] {
  const [from, size] = [Number(page) - 1, Number(pageSize)];
  return [
    { [key]: rows.slice(from * size, (from + 1) * size) },
    { pagination: { pages: Math.max(1, Math.ceil(rows.length / size)) } },
  ];
}
