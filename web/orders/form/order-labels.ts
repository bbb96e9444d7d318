import { ADDRESS_LABELS } from '#web/orders/place/address-labels.ts';

/** Labels of the order form's fields, by the last part of their path. */
export const ORDER_LABELS = {
  ...ADDRESS_LABELS,
  delivery_mode: 'Modo de entrega',
  order_id: 'Nro. de Orden Interno',
  sender_name: 'Remitente',
  pickup_address_id: 'Dirección de colecta',
  pickup_point_code: 'Punto de retiro',
  first_name: 'Nombre',
  last_name: 'Apellido',
  document: 'Documento',
  receiver_name: 'Destinatario',
  email: 'Email',
  receiver_phone: 'Teléfono',
  length: 'Largo',
  width: 'Ancho',
  height: 'Alto',
  weight: 'Peso',
  items_value: 'Valor',
  product_id: 'Producto',
  quantity: 'Cantidad',
} as const;

const isLabelled = (key: string): key is keyof typeof ORDER_LABELS => Object.hasOwn(ORDER_LABELS, key);

/**
 * Returns the label of a field with its shipment and item: 'shipments.1.height' → 'Envío 2, Alto'. Returns an unknown
 * path unchanged.
 */
export function fieldLabel(path: string): string {
  const [, shipment, item] = /^shipments\.(\d+)(?:\.items\.(\d+))?(?:\.|$)/.exec(path) ?? [];
  const last = path.split('.').at(-1) ?? '';
  const labels = [
    shipment === undefined ? '' : `Envío ${Number(shipment) + 1}`,
    item === undefined ? '' : `ítem ${Number(item) + 1}`,
    isLabelled(last) ? ORDER_LABELS[last] : '',
  ].filter((word) => word !== '');
  return labels.length > 0 ? labels.join(', ') : path;
}
