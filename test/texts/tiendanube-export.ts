import { csvText, type ExportedFile, exported, itemsOf } from './shop-exports.ts';

const HEADERS = [
  'Número de orden',
  'Email',
  'Fecha',
  'Estado de la orden',
  'Estado del pago',
  'Estado del envío',
  'Moneda',
  'Subtotal de productos',
  'Descuento',
  'Costo de envío',
  'Total',
  'Nombre del comprador',
  'DNI / CUIT',
  'Teléfono',
  'Nombre para el envío',
  'Teléfono para el envío',
  'Dirección',
  'Número',
  'Piso',
  'Localidad',
  'Ciudad',
  'Código postal',
  'Provincia o estado',
  'País',
  'Medio de envío',
  'Medio de pago',
  'Cupón de descuento',
  'Notas del comprador',
  'Notas del vendedor',
  'Fecha de pago',
  'Fecha de envío',
  'Nombre del producto',
  'Precio del producto',
  'Cantidad del producto',
  'SKU',
  'Canal',
  'Código de tracking del envío',
  'Identificador de la transacción en el medio de pago',
  'Identificador de la orden',
  'Producto Físico',
  'Persona que registró la venta',
  'Sucursal de venta',
  'Vendedor',
  'Fecha y hora de cancelación',
  'Motivo de cancelación',
];

const lineOf = (cells: Record<string, string>) => HEADERS.map((header) => cells[header] ?? '');

/** Builds one row of an export by its headers; null for the row of the headers. */
export const tiendanubeRow = (cells: Record<string, string> | null): readonly string[] =>
  cells ? lineOf(cells) : HEADERS;

/** Builds Tiendanube's export of 300 orders: `;`, Windows-1252, one row an item. */
export function tiendanubeExport(first = 1000): ExportedFile {
  const numberOf = (n: number) => String(first + n);
  const { lines, expected } = exported(numberOf, (n, kind, buyer) =>
    itemsOf(n).map((item, index) => {
      const always = {
        'Número de orden': numberOf(n),
        Email: `compra${n}@example.com`,
        'Nombre del producto': item.name,
        'Precio del producto': item.price,
        'Cantidad del producto': item.quantity,
        SKU: item.sku,
        'Producto Físico': 'Sí',
      };
      if (index > 0) return lineOf(always);
      return lineOf({
        ...always,
        Fecha: '21/11/2026 10:00',
        'Estado de la orden': kind === 'cancelled' ? 'Cancelada' : 'Abierta',
        'Estado del pago': n % 11 === 0 ? 'Pendiente' : 'Recibido',
        'Estado del envío': kind === 'sent' ? 'Enviado' : 'No está empaquetado',
        Moneda: 'ARS',
        'Nombre del comprador': buyer.name,
        'DNI / CUIT': buyer.document,
        Teléfono: buyer.phone,
        'Nombre para el envío': buyer.name,
        'Teléfono para el envío': n % 6 === 0 ? '' : buyer.phone,
        Dirección: buyer.street,
        Número: buyer.number,
        Piso: buyer.unit,
        Localidad: buyer.neighborhood,
        Ciudad: buyer.city,
        'Código postal': buyer.zip,
        'Provincia o estado': buyer.province,
        País: kind === 'foreign country' ? 'Uruguay' : 'Argentina',
        'Medio de envío': kind === 'collected in the shop' ? 'Retiro en nuestro local' : 'Envío a domicilio',
        'Notas del comprador': n % 8 === 0 ? 'Timbre roto; llamar' : '',
        'Código de tracking del envío': kind === 'sent' ? '="000123"' : '',
      });
    }),
  );
  return { bytes: Buffer.from(csvText([HEADERS, ...lines], ';'), 'latin1'), ...expected };
}
