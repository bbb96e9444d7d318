/** Paths of the route table (D1 §2). */
export const paths = {
  home: '/',
  login: '/login',
  logout: '/logout',
  passwordRequest: '/password-reset-request',
  passwordReset: '/password_reset/:hash',
  activation: '/activation/:hash',
  statistics: '/estadisticas',
  pending: '/pendientes',
  orders: '/ordenes',
  newOrder: '/ordenes/nueva-orden',
  editOrder: '/ordenes/editar/:id',
  orderDetail: '/ordenes/detalle/:id',
  shipments: '/envios',
  shipmentDetail: '/envios/detalle/:id/:shippingID',
  bulk: '/carga-masiva',
  bulkDetail: '/carga-masiva/detalle/:id',
  reverse: '/logistica-inversa',
  newReverse: '/logistica-inversa/nueva-orden',
  products: '/productos',
  calculator: '/calculadora',
  account: '/usuario',
  team: '/usuario/equipo',
  activity: '/usuario/actividad',
  personalData: '/usuario/datos-personales',
  sessions: '/usuario/sesiones',
  secondFactor: '/usuario/segundo-paso',
  changeEmail: '/usuario/email',
  invitation: '/equipo/invitacion/:hash',
  stopRecovery: '/detener-recuperacion/:hash',
  stopCorrection: '/detener-correccion/:hash',
  emailLink: '/cambio-de-email/:hash',
  payments: '/pagos',
  fulfillment: '/fulfillment',
  fulfillmentDetail: '/fulfillment/detalle/:id',
  stock: '/stock',
} as const;

/** Link to the page that sets a new password. */
export const passwordResetPath = (hash: string) => `/password_reset/${encodeURIComponent(hash)}`;

/** Query parameter of the orders list that starts the print mode with all unprinted orders selected. */
export const PRINT_AT_ONCE = 'imprimir';

/** Link to the unprinted orders, all selected for printing. */
export const printUnprintedPath = `${paths.orders}?estado=por_imprimir&${PRINT_AT_ONCE}=1`;

/** Link to an order's detail, by tracking id or numeric id. */
export const orderPath = (id: string | number) => `/ordenes/detalle/${encodeURIComponent(id)}`;

/** Query of the new-order screens that fills in the form from an order, by tracking id or numeric id. */
export const repeatQuery = (id: string) => `repetir=${encodeURIComponent(id)}`;

/** Link to a new order that repeats an order. */
export const repeatOrderPath = (trackingId: string) => `${paths.newOrder}?${repeatQuery(trackingId)}`;

/** Link to the edit page of an order. */
export const editOrderPath = (trackingId: string) => `/ordenes/editar/${encodeURIComponent(trackingId)}`;

/** Link to a shipment's detail, by numeric id and label (readings C9). */
export const shipmentPath = ({ id, shipment_id }: { id: string | number; shipment_id: string }) =>
  `/envios/detalle/${encodeURIComponent(id)}/${encodeURIComponent(shipment_id)}`;

/** Link to a bulk upload's detail. */
export const bulkPath = (id: number) => `/carga-masiva/detalle/${id}`;

/** Link to a fulfillment order's detail, by the warehouse's reference. */
export const fulfillmentPath = (reference: string) => `/fulfillment/detalle/${encodeURIComponent(reference)}`;
