import { fold } from '#shared/rules/fold.ts';
import { isOwnPickup, type ShopFormat } from './shop-format.ts';

/**
 * Export of Tiendanube: «Ventas», «Lista de ventas», «Exportar». One row is one item; from an order's second row on,
 * only number, e-mail and item are filled. `;` and Windows-1252.
 *
 * Headers and states as of November 2026, from public programs that read or write such files (read on 26/11/2026): a
 * sheet of sales with all 45 columns and their Spanish states, and importers of 2025 and 2026 that name the same
 * columns. Tiendanube's help doesn't list them.
 */
export const tiendanube: ShopFormat = {
  name: 'Tiendanube',
  headers: {
    order: ['Número de orden'],
    order_state: ['Estado de la orden'],
    payment_state: ['Estado del pago'],
    shipping_state: ['Estado del envío'],
    cancelled_at: ['Fecha y hora de cancelación'],
    shipping_method: ['Medio de envío'],
    currency: ['Moneda'],
    buyer: ['Nombre del comprador'],
    document: ['DNI / CUIT'],
    buyer_phone: ['Teléfono'],
    email: ['Email'],
    receiver: ['Nombre para el envío'],
    receiver_phone: ['Teléfono para el envío'],
    street: ['Dirección'],
    street_number: ['Número'],
    unit: ['Piso'],
    neighborhood: ['Localidad'],
    city: ['Ciudad'],
    zip: ['Código postal'],
    province: ['Provincia o estado'],
    country: ['País'],
    note: ['Notas del comprador', 'Nota'],
    product: ['Nombre del producto'],
    sku: ['SKU'],
    price: ['Precio del producto'],
    quantity: ['Cantidad del producto'],
    ships: ['Producto Físico'],
  },
  required: [
    'Número de orden',
    'Nombre para el envío',
    'Provincia o estado',
    'Nombre del producto',
    'Precio del producto',
    'Cantidad del producto',
  ],
  leftOut({ cells, rows }) {
    if (cells.cancelled_at !== '' || /^cancel/.test(fold(cells.order_state))) return 'cancelled';
    if (/^(reembolsad|anulad)/.test(fold(cells.payment_state))) return 'cancelled';
    if (/^(enviad|entregad|despachad|retirad)/.test(fold(cells.shipping_state))) return 'sent';
    if (isOwnPickup(fold(cells.shipping_method))) return 'own_pickup';
    if (rows.every((row) => fold(row.cells.ships) === 'no')) return 'no_shipping';
    const payment = fold(cells.payment_state);
    return payment === '' || /^(recibid|pagad|aprobad|confirmad)/.test(payment) ? null : 'unpaid';
  },
  isPending: ({ ships }) => fold(ships) !== 'no',
};
