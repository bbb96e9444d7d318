import { pluralize } from '#shared/kit/text/format.ts';
import type { PendingItem } from '#shared/orders/pending.ts';
import type { OpenItemKind } from '#shared/orders/rules/open-item-kinds.ts';
import { bulkPath, editOrderPath, orderPath, paths } from '#web/paths.ts';

/** Texts of a row of a kind, and its main action. */
interface KindTexts {
  /** Event of one subject. */
  what: string;
  /** Label of the quick view. */
  view: string;
  /** Why the sender should act, where the item has no reason of its own. */
  why: string;
  action: string;
  to: (item: PendingItem) => string;
}

const order = ({ thing }: PendingItem) => orderPath(thing.tracking_id ?? thing.id);
const stock = ({ thing }: PendingItem) => `${paths.stock}?sku=${encodeURIComponent(thing.name)}`;
const edit = ({ thing }: PendingItem) => editOrderPath(thing.tracking_id ?? String(thing.id));

export const KIND_TEXTS: Record<OpenItemKind, KindTexts> = {
  last_attempt: {
    what: 'Último intento fallido',
    view: 'Último intento',
    why: 'Si no decidís, el envío vuelve',
    action: 'Decidir',
    to: order,
  },
  wrong_address: {
    what: 'Dirección a corregir',
    view: 'Direcciones',
    why: 'No encontramos el domicilio',
    action: 'Corregir dirección',
    to: edit,
  },
  failed_visit: {
    what: 'Visita fallida',
    view: 'Visitas fallidas',
    why: 'No pudimos entregar',
    action: 'Corregir datos',
    to: edit,
  },
  pickup_waiting: {
    what: 'Espera en la sucursal',
    view: 'En sucursal',
    why: 'Si nadie lo retira, vuelve',
    action: 'Avisar al comprador',
    to: order,
  },
  late: {
    what: 'Envío demorado',
    view: 'Demoradas',
    why: 'Pasó la fecha prometida y sigue en camino',
    action: 'Ver la orden',
    to: order,
  },
  print: {
    what: 'Etiqueta por imprimir',
    view: 'Por imprimir',
    why: 'Sin etiqueta no entra en la próxima colecta',
    action: 'Ver e imprimir',
    to: order,
  },
  payment_attention: {
    what: 'Pago para revisar',
    view: 'Pagos a revisar',
    why: 'Recibimos dinero que no pudimos aplicar',
    action: 'Ver los pagos',
    to: () => paths.payments,
  },
  pay: {
    what: 'Orden sin pagar',
    view: 'Por pagar',
    why: 'No sale hasta que la pagues',
    action: 'Ver y pagar',
    to: order,
  },
  modification_rejected: {
    what: 'Modificación rechazada',
    view: 'Modificaciones',
    why: 'Los datos del envío no cambiaron',
    action: 'Ver la orden',
    to: order,
  },
  failed_rows: {
    what: 'Archivo con filas fallidas',
    view: 'Archivos',
    why: 'Hay filas sin orden',
    action: 'Ver las filas',
    to: ({ thing }) => bulkPath(thing.id),
  },
  stock_short: {
    what: 'Producto sin stock',
    view: 'Sin stock',
    why: 'No quedan unidades libres para órdenes nuevas',
    action: 'Ver el stock',
    to: stock,
  },
  stock_expiring: {
    what: 'Producto por vencer',
    view: 'Por vencer',
    why: 'Hay unidades vencidas o por vencer',
    action: 'Ver el stock',
    to: stock,
  },
  not_collected: {
    what: 'Impresa y sin retirar',
    view: 'Sin retirar',
    why: 'Pasaron dos días hábiles desde que la imprimiste',
    action: 'Ver la orden',
    to: order,
  },
  invitation_expiring: {
    what: 'Invitación por vencer',
    view: 'Invitaciones',
    why: 'Todavía no la aceptaron',
    action: 'Reenviar o retirar',
    to: () => paths.team,
  },
  second_factor: {
    what: 'Segundo paso sin activar',
    view: 'Seguridad',
    why: 'Hay un solo Dueño, y su contraseña alcanza para entrar a la cuenta',
    action: 'Activar',
    to: () => paths.secondFactor,
  },
};

/** Returns why an item requires action: its own reason, or that of its kind. */
export function whyOf({ kind, detail }: PendingItem): string {
  if (detail === null || kind === 'payment_attention') return KIND_TEXTS[kind].why;
  if (kind === 'print') return pluralize(Number(detail), 'etiqueta sin imprimir', 'etiquetas sin imprimir');
  if (kind === 'failed_rows') return pluralize(Number(detail), 'fila no se pudo crear', 'filas no se pudieron crear');
  if (kind === 'stock_expiring')
    return pluralize(Number(detail), 'unidad vencida o por vencer', 'unidades vencidas o por vencer');
  return detail;
}

/** Returns the name of an item's subject, for buttons and checkboxes. */
export const nameOf = ({ kind, thing }: PendingItem): string => thing.name || `${KIND_TEXTS[kind].what} ${thing.id}`;
