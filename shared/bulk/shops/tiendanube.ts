import { fold } from '#shared/kit/text/fold.ts';
import { isOwnPickup, isPartial, type ShopFormat } from './shop-format.ts';

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
    // What is true of a part of the order leaves none of it out.
    const [order, payment, shipping] = [cells.order_state, cells.payment_state, cells.shipping_state].map((state) =>
      isPartial(state) ? '' : fold(state),
    ) as [string, string, string];
    if (cells.cancelled_at !== '' || /^cancel/.test(order)) return 'cancelled';
    if (/^(reembolsad|anulad)/.test(payment)) return 'cancelled';
    if (/^(enviad|entregad|despachad|retirad)/.test(shipping)) return 'sent';
    if (isOwnPickup(fold(cells.shipping_method))) return 'own_pickup';
    if (rows.every((row) => fold(row.cells.ships) === 'no')) return 'no_shipping';
    const isPaid = isPartial(cells.payment_state)
      ? /reembols|devol/.test(fold(cells.payment_state))
      : payment === '' || /^(recibid|pagad|aprobad|confirmad)/.test(payment);
    return isPaid ? null : 'unpaid';
  },
  isPending: ({ ships }) => fold(ships) !== 'no',
};
