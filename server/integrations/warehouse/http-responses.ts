import type { FulfillmentDetail, FulfillmentRow } from '#shared/warehouse/fulfillment.ts';
import type { StockLot, StockProduct } from '#shared/warehouse/stock.ts';
import { type Paged, WarehouseError } from './warehouse.ts';

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
export function listIn<R>(data: unknown, key: 'pedidos' | 'productos', row: (object: JsonObject) => R): Paged<R> {
  const [first, second] = partsOf(data);
  const pages = count(asObject(asObject(second)?.pagination)?.pages) ?? 1;
  return { rows: rowsOf(asObject(first)?.[key]).map(row), pages: Math.max(1, Math.trunc(pages)) };
}

export function orderRow({ fecha, referencia, orden, estado }: JsonObject): FulfillmentRow {
  return { fecha: text(fecha), referencia: text(referencia), orden: text(orden), estado: text(estado) };
}

/** Reads a product. Accepts keys with accents, as in D2 §3, or without. The service doesn't provide the added fields. */
export function productRow(row: JsonObject): StockProduct {
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
export function lotsIn(data: unknown): StockLot[] | null {
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
export function detailIn(data: unknown): FulfillmentDetail | null {
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
