import { createEgress, EgressError, type EgressMetrics, type EgressResponse } from '#server/platform/network/egress.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import type { FulfillmentDetail, FulfillmentRow } from '#shared/warehouse/fulfillment.ts';
import type { StockLot, StockProduct } from '#shared/warehouse/stock.ts';
import {
  type NamedClient,
  type OrderFilter,
  type Paged,
  type StockFilter,
  type Warehouse,
  WarehouseError,
} from './warehouse.ts';

export interface WarehouseService {
  /** Base URL of the service, without `/Api/service/…`. */
  url: string;
  /** Bearer token of the requests. */
  token: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Returns a string, or a number as a string; null for anything else. Only for display, so a text of any length is cut. */
function text(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.trim().slice(0, 1000) : null;
}

/** Returns a number, or a decimal string as a number; null for anything else, such as `0x10`, which `Number` would read as 16. */
function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** Returns the objects of a list that may be missing or contain nulls. @throws WarehouseError for any other value */
function rowsOf(value: unknown): JsonObject[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new WarehouseError('unexpected JSON');
  return value.map(asObject).filter((row) => row !== null);
}

/** Returns `data` as an array; empty if it is null. @throws WarehouseError for any other value */
function partsOf(data: unknown): unknown[] {
  if (data === null) return [];
  if (!Array.isArray(data)) throw new WarehouseError('unexpected JSON');
  return data;
}

/** Reads `data[0].{key}` and `data[1].pagination.pages` (default: 1). */
function listIn<R>(data: unknown, key: 'pedidos' | 'productos', row: (object: JsonObject) => R): Paged<R> {
  const [first, second] = partsOf(data);
  const pages = count(asObject(asObject(second)?.pagination)?.pages) ?? 1;
  return { rows: rowsOf(asObject(first)?.[key]).map(row), pages: Math.max(1, Math.trunc(pages)) };
}

function orderRow({ fecha, referencia, orden, estado }: JsonObject): FulfillmentRow {
  return { fecha: text(fecha), referencia: text(referencia), orden: text(orden), estado: text(estado) };
}

/** Reads a product. Accepts keys with accents, as in D2 §3, or without. The service doesn't provide the added fields. */
function productRow(row: JsonObject): StockProduct {
  return {
    sku: text(row.sku),
    descripción: text(row.descripción ?? row.descripcion),
    stockTotal: count(row.stockTotal),
    stockCritico: count(row.stockCritico),
    fechaActualización: text(row.fechaActualización ?? row.fechaActualizacion),
    disponible: null,
    diasCobertura: null,
    venceranSinVender: null,
  };
}

/** Reads `data[0].lotes`; null for an unknown SKU. */
function lotsIn(data: unknown): StockLot[] | null {
  const first = asObject(partsOf(data)[0]);
  if (!first) return null;
  return rowsOf(first.lotes).map(({ lote, vencimiento, fechaCriticidad, unidades }) => ({
    lote: text(lote),
    vencimiento: text(vencimiento),
    fechaCriticidad: text(fechaCriticidad),
    unidades: count(unidades),
  }));
}

/** Reads `data[0]`; null for an unknown order. */
function detailIn(data: unknown): FulfillmentDetail | null {
  const detail = asObject(partsOf(data)[0]);
  if (!detail || Object.keys(detail).length === 0) return null;
  const receiver = asObject(detail.datosDestinatario) ?? {};
  return {
    estado: text(detail.estado),
    etiquetas: text(detail.etiquetas),
    fechaCreacionOrden: text(detail.fechaCreacionOrden),
    fechaEstado: text(detail.fechaEstado),
    productos: rowsOf(detail.productos).map(({ sku, descripcion, cantidad, cantidadPreparada }) => ({
      sku: text(sku),
      descripcion: text(descripcion),
      cantidad: count(cantidad),
      cantidadPreparada: count(cantidadPreparada),
    })),
    datosDestinatario: {
      nombreYApellido: text(receiver.nombreYApellido),
      mail: text(receiver.mail),
      telefono: text(receiver.telefono),
      direccion: text(receiver.direccion),
      codigoPostal: text(receiver.codigoPostal),
      localidad: text(receiver.localidad),
      provincia: text(receiver.provincia),
    },
  };
}

/** Creates a client of the provider's warehouse service (D2 §7). `logonName` is always the session's. */
export function createHttpWarehouse({ url, token }: WarehouseService, meter?: EgressMetrics): Warehouse<NamedClient> {
  const egress = createEgress({ origins: [new URL(url).origin], allowPrivateNetwork: true, meter });

  /** Calls the service. @returns `data` of the response */
  async function send(service: string, { logonName }: NamedClient, body: object): Promise<unknown> {
    assertOutsideTransaction('the warehouse');
    try {
      const answer = await egress(`${url}/Api/service/${service}`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ ...body, logonName }),
      });
      return dataOf(answer);
    } catch (error) {
      throw error instanceof EgressError ? new WarehouseError(error.kind, error) : error;
    }
  }

  return {
    async orders(client, filter, page) {
      const body = { ...orderBody(filter), ...page };
      const service = page ? 'FulFillmentEcommercePedidos' : 'FullFilmentEcommercePedidosCSV';
      return listIn(await send(service, client, body), 'pedidos', orderRow);
    },
    order: async (client, referencia) =>
      detailIn(await send('FulFillmentEcommercePedidosDetalle', client, { referencia })),
    async stock(client, filter, page) {
      const body = { ...stockBody(filter), ...page };
      const service = page ? 'FulFillmentEcommerceStock' : 'FulFillmentEcommerceStockCSV';
      return listIn(await send(service, client, body), 'productos', productRow);
    },
    lots: async (client, sku) => lotsIn(await send('FulFillmentEcommerceStockDetalle', client, { sku })),
  };
}

/** Leaves `estado` out if no status is selected. */
function orderBody({ from, to, status }: OrderFilter) {
  return { ...(from && { FechaDesde: from }), ...(to && { FechaHasta: to }), ...(status && { estado: status }) };
}

function stockBody({ sku = '', description = '', state = '' }: StockFilter) {
  return { descripcionArticulo: description, articulo: sku, estado: state };
}

function dataOf({ status, body }: EgressResponse): unknown {
  if (status < 200 || status >= 300) throw new WarehouseError(`status ${status}`);
  try {
    const { data = null } = Object(JSON.parse(body.toString('utf8'))) as { data?: unknown };
    return data;
  } catch {
    throw new WarehouseError('no JSON');
  }
}
