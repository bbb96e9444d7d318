import { ADDRESS_LABELS } from '#web/parts/address-fields/address-labels.ts';

/** The names of the order form's fields, by the last part of their path. */
export const ORDER_LABELS = {
  ...ADDRESS_LABELS,
  delivery_mode: 'Modo de entrega',
  order_id: 'Nro. de Orden Interno',
  sender_name: 'Remitente',
  pickup_address_id: 'Dirección de colecta',
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

/** What a field is called, with its place: 'shipments.1.height' is 'Envío 2, Alto'. An unknown path stays itself. */
export function fieldLabel(path: string): string {
  const [, shipment, item] = /^shipments\.(\d+)(?:\.items\.(\d+))?(?:\.|$)/.exec(path) ?? [];
  const last = path.split('.').at(-1) ?? '';
  const place = [
    shipment === undefined ? '' : `Envío ${Number(shipment) + 1}`,
    item === undefined ? '' : `ítem ${Number(item) + 1}`,
    isLabelled(last) ? ORDER_LABELS[last] : '',
  ].filter((word) => word !== '');
  return place.length > 0 ? place.join(', ') : path;
}
