import { SHIPMENT_STATES, type ShipmentStateCode, shipmentState } from './shipment-states.ts';

/** Direction of a shipment: to the buyer, or (reverse logistics) from the buyer back to the sender. */
export type Direction = 'entrega' | 'inversa';

type Codes = readonly ShipmentStateCode[];

const collection: Codes = ['planificado', 'pendiente_retiro', 'no_retirado', 'retirado', 'admitido_sucursal'];
const hub: Codes = ['admitido_sucursal', 'recibido_cd', 'controlado', 'procesado'];
const road: Codes = ['despachado', 'en_transito', 'descargado', 'en_sucursal_destino'];
const lastMile: Codes = ['en_curso', 'notificado', 'disponible_retiro', 'direccion_corregir'];
const outcome: Codes = ['entregado', 'entregado_danio', 'entrega_parcial', 'no_entregado', 'rechazado'];
const retry: Codes = [
  'en_curso',
  'notificado',
  'reprogramado',
  'disponible_retiro',
  'direccion_corregir',
  'redespacho',
];
const wayBack: Codes = ['devolucion', 'en_guarda', 'transito_remitente'];
const recalled: Codes = ['rescate_solicitado', 'devolucion_solicitada', 'devolucion'];
// A return request may arrive late: the shipment is still scanned on its way, or even delivered.
const afterRequest: Codes = [...wayBack, ...hub, ...road, ...lastMile, 'visitado', 'reprogramado', ...outcome];
const trouble: Codes = ['demorado', 'en_revision', 'siniestrado', 'extraviado'];
const onHand: Codes = [...hub, ...road, ...lastMile, ...recalled];

/**
 * Transitions of the provider's process. States in between may be skipped, because hubs miss scans. Payment,
 * collection and the last mile may not be skipped.
 */
const transitions: Record<ShipmentStateCode, Codes> = {
  pendiente_pago: ['registrado', 'li_registrada', 'cancelado', 'expirado'],
  registrado: ['en_preparacion', 'listo_despacho', ...collection, 'cancelado', 'expirado'],
  li_registrada: [...collection, 'cancelado', 'expirado'],
  // The warehouse may cancel an order in preparation, and the cancellation covers the shipment.
  en_preparacion: ['listo_despacho', ...collection, 'cancelado', 'expirado'],
  listo_despacho: [...collection, 'recibido_cd', 'despachado', 'expirado'],
  planificado: [...collection, 'recibido_cd', 'expirado'],
  pendiente_retiro: [...collection, 'recibido_cd', 'expirado'],
  no_retirado: [...collection, 'recibido_cd', 'expirado'],
  retirado: onHand,
  admitido_sucursal: onHand,
  recibido_cd: onHand,
  controlado: onHand,
  procesado: onHand,
  despachado: onHand,
  en_transito: onHand,
  descargado: onHand,
  en_sucursal_destino: onHand,
  en_curso: ['notificado', 'visitado', 'reprogramado', 'disponible_retiro', 'direccion_corregir', ...outcome],
  notificado: ['en_curso', 'visitado', 'reprogramado', 'disponible_retiro', 'direccion_corregir', ...outcome],
  visitado: [...retry, ...outcome],
  disponible_retiro: ['en_curso', 'notificado', 'reprogramado', 'redespacho', ...outcome, 'devolucion'],
  no_entregado: [...retry, 'rechazado', 'rescate_solicitado', ...wayBack],
  reprogramado: [...retry, 'visitado', ...outcome, 'rescate_solicitado', 'devolucion'],
  redespacho: [...hub, ...road, ...lastMile, 'devolucion'],
  direccion_corregir: [...retry, 'rescate_solicitado', ...wayBack],
  demorado: [...collection, ...onHand, 'reprogramado', 'redespacho', ...wayBack],
  en_revision: [...collection, ...onHand, 'reprogramado', 'redespacho', ...wayBack],
  entrega_parcial: [...retry, 'entregado', 'entregado_danio', 'rechazado', ...wayBack],
  entregado: [],
  entregado_danio: [],
  rechazado: ['reprogramado', 'en_curso', 'rescate_solicitado', ...wayBack],
  rescate_solicitado: afterRequest,
  devolucion_solicitada: afterRequest,
  devolucion: ['en_guarda', 'recibido_cd', 'transito_remitente', 'devuelto'],
  en_guarda: ['transito_remitente', 'redespacho', 'devuelto'],
  transito_remitente: ['en_guarda', 'no_entregado', 'devuelto'],
  devuelto: [],
  siniestrado: [],
  extraviado: [],
  expirado: [],
  cancelado: [],
};

/** Differences of reverse logistics: its shipments travel to the sender and end delivered there. */
const reverseTransitions: Partial<Record<ShipmentStateCode, Codes>> = {
  retirado: ['transito_remitente'],
  admitido_sucursal: ['transito_remitente'],
  recibido_cd: ['transito_remitente'],
  controlado: ['transito_remitente'],
  procesado: ['transito_remitente'],
  transito_remitente: ['entregado', 'entregado_danio', 'rechazado'],
};

const everyState: Codes = SHIPMENT_STATES.map((state) => state.code);

function inOrder(codes: Codes): ShipmentStateCode[] {
  const wanted = new Set(codes);
  return everyState.filter((code) => wanted.has(code));
}

/**
 * Returns the states that may follow a state, in the order of the table: none after a final state, all after an unknown
 * one (null). The payment of a prepaid order, not an event, takes a shipment out of 'Pendiente de Pago'.
 */
export function nextStates(code: ShipmentStateCode | null, direction: Direction = 'entrega'): ShipmentStateCode[] {
  if (code === null) return [...everyState];
  if (shipmentState(code).final) return [];
  const usual = code === 'pendiente_pago' ? transitions[code] : [...transitions[code], ...trouble];
  const codes = direction === 'inversa' ? [...usual, ...(reverseTransitions[code] ?? [])] : usual;
  return inOrder(codes).filter((candidate) => candidate !== code && belongsTo(candidate, direction));
}

/** Returns whether one state may follow another. */
export function isTransitionAllowed(
  from: ShipmentStateCode | null,
  to: ShipmentStateCode,
  direction?: Direction,
): boolean {
  return nextStates(from, direction).includes(to);
}

function belongsTo(code: ShipmentStateCode, direction: Direction): boolean {
  if (direction === 'inversa') return code !== 'registrado' && code !== 'devuelto';
  return code !== 'li_registrada';
}
