import { fold } from '#shared/kit/text/fold.ts';
import type { BadgeColour } from '#shared/orders/rules/code/badge-colour.ts';

/** The four stages of a history (`steps` on the wire), in the order of a shipment's life. */
export const STAGES = ['Ingreso', 'En camino', 'Entrega', 'Devolución'] as const;
export type Stage = (typeof STAGES)[number];

type StateFlags = { cancellable?: true; returnable?: true; reversible?: true; final?: true };

const row = <const Code extends string>(
  code: Code,
  label: string,
  badge: BadgeColour,
  stage: Stage,
  publicLabel: string,
  flags: StateFlags = {},
) => ({
  code,
  label,
  publicLabel,
  badge,
  stage,
  /** The client may cancel the shipment (D1 §4). */
  cancellable: flags.cancellable === true,
  /** The client may request its return (D1 §4). */
  returnable: flags.returnable === true,
  /** The shipment may be sent back by reverse logistics (D1 §4). */
  reversible: flags.reversible === true,
  /** No state follows. */
  final: flags.final === true,
});

const delivered: StateFlags = { reversible: true, final: true };

/** All states of a shipment. Senders read `label`, buyers read `publicLabel` on the tracking page. */
export const SHIPMENT_STATES = [
  row('pendiente_pago', 'Pendiente de Pago', 'amarillo', 'Ingreso', 'El vendedor está preparando tu pedido', {
    cancellable: true,
  }),
  row('registrado', 'Registrado', 'azul', 'Ingreso', 'El vendedor está preparando tu pedido', { cancellable: true }),
  row('li_registrada', 'Logística Inversa Registrada', 'azul', 'Ingreso', 'Vamos a coordinar el retiro de tu paquete', {
    cancellable: true,
  }),
  row('en_preparacion', 'En Preparación', 'azul', 'Ingreso', 'Estamos preparando tu pedido'),
  row('listo_despacho', 'Listo para Despacho', 'verde', 'Ingreso', 'Tu pedido está listo para salir'),
  row('planificado', 'Planificado', 'azul', 'Ingreso', 'Programamos el retiro del paquete'),
  row('pendiente_retiro', 'Pendiente de Retiro', 'amarillo', 'Ingreso', 'El paquete espera que pasemos a retirarlo'),
  row('no_retirado', 'No Retirado', 'rojo', 'Ingreso', 'No pudimos retirar el paquete, vamos a intentarlo de nuevo'),
  row('retirado', 'Retirado', 'verde', 'Ingreso', 'Ya tenemos el paquete', { returnable: true }),
  row('admitido_sucursal', 'Admitido en Sucursal', 'azul', 'Ingreso', 'Recibimos el paquete en una sucursal'),
  row('recibido_cd', 'Recibido en CD', 'verde', 'Ingreso', 'El paquete llegó a nuestro centro de distribución'),
  row('controlado', 'Controlado', 'amarillo', 'Ingreso', 'Estamos controlando el paquete'),
  row('procesado', 'Procesado', 'verde', 'Ingreso', 'El paquete está listo para viajar'),
  row('descargado', 'Descargado', 'azul', 'En camino', 'El paquete llegó a la base de reparto', { returnable: true }),
  row('despachado', 'Despachado', 'azul', 'En camino', 'El paquete salió de nuestro centro de distribución'),
  row('en_transito', 'En Tránsito', 'azul', 'En camino', 'El paquete está viajando'),
  row('en_sucursal_destino', 'Recibido en Sucursal Destino', 'azul', 'En camino', 'El paquete llegó a tu zona'),
  row('en_curso', 'En Curso', 'azul', 'Entrega', 'El paquete salió a reparto'),
  row('notificado', 'Notificado', 'amarillo', 'Entrega', 'Te avisamos sobre la entrega'),
  row('visitado', 'Visitado', 'verde', 'Entrega', 'Pasamos por tu domicilio'),
  row('disponible_retiro', 'Disponible en Sucursal', 'amarillo', 'Entrega', 'Podés retirar el paquete en la sucursal'),
  row('no_entregado', 'No Entregado', 'rojo', 'Entrega', 'No pudimos entregar el paquete'),
  row('reprogramado', 'Entrega Reprogramada', 'amarillo', 'Entrega', 'Vamos a intentar la entrega de nuevo'),
  row('redespacho', 'Redespacho', 'amarillo', 'En camino', 'Volvemos a despachar el paquete'),
  row(
    'direccion_corregir',
    'Dirección a Corregir',
    'amarillo',
    'Entrega',
    'Necesitamos corregir la dirección de entrega',
  ),
  row('demorado', 'Demorado', 'amarillo', 'En camino', 'El paquete está demorado'),
  row('en_revision', 'En Revisión', 'amarillo', 'En camino', 'Estamos revisando el envío'),
  row('entrega_parcial', 'Entrega Parcial', 'amarillo', 'Entrega', 'Entregamos una parte del pedido'),
  row('entregado', 'Entregado', 'verde', 'Entrega', 'Entregado', delivered),
  row('entregado_danio', 'Entregado con Observaciones', 'verde', 'Entrega', 'Entregado con observaciones', delivered),
  row('rechazado', 'Rechazado por Destinatario', 'rojo', 'Entrega', 'El paquete no fue aceptado en el domicilio'),
  row('rescate_solicitado', 'Rescate Solicitado', 'amarillo', 'Devolución', 'El vendedor pidió recuperar el paquete'),
  row('devolucion_solicitada', 'Devolución Solicitada', 'amarillo', 'Devolución', 'El vendedor pidió la devolución'),
  row('devolucion', 'Devolución', 'amarillo', 'Devolución', 'El paquete vuelve al vendedor'),
  row('en_guarda', 'En Guarda', 'amarillo', 'Devolución', 'Guardamos el paquete en nuestro centro de distribución'),
  row('transito_remitente', 'En Tránsito al Remitente', 'azul', 'Devolución', 'El paquete está viajando al vendedor'),
  row('devuelto', 'Devuelto al Remitente', 'verde', 'Devolución', 'El paquete volvió al vendedor', { final: true }),
  row('siniestrado', 'Siniestrado', 'rojo', 'En camino', 'El paquete sufrió un siniestro. Consultá al vendedor', {
    final: true,
  }),
  row('extraviado', 'Extraviado', 'rojo', 'En camino', 'No encontramos el paquete. Consultá al vendedor', {
    final: true,
  }),
  row('expirado', 'Expirado', 'rojo', 'Ingreso', 'El envío venció antes de ser despachado', { final: true }),
  row('cancelado', 'Cancelado', 'rojo', 'Ingreso', 'El envío fue cancelado', { final: true }),
] as const;

export type ShipmentStateCode = (typeof SHIPMENT_STATES)[number]['code'];
export type ShipmentState = Omit<(typeof SHIPMENT_STATES)[number], 'code'> & { code: ShipmentStateCode };

const byCode = new Map<ShipmentStateCode, ShipmentState>(SHIPMENT_STATES.map((state) => [state.code, state]));
const byText = new Map<string, ShipmentStateCode>(SHIPMENT_STATES.map((state) => [fold(state.label), state.code]));

/** Codes of the states after which nothing follows. */
export const FINAL_STATES: readonly ShipmentStateCode[] = SHIPMENT_STATES.filter((state) => state.final).map(
  (state) => state.code,
);

/** States that an event may report: a payment leads out of the first one, and nothing into it. */
export const REPORTED_STATES = SHIPMENT_STATES.filter(({ code }) => code !== 'pendiente_pago');

/** Returns the row of a state. */
export function shipmentState(code: ShipmentStateCode): ShipmentState {
  return byCode.get(code) as ShipmentState;
}

/** Returns whether an external text is a state code. */
export function isShipmentStateCode(text: string): text is ShipmentStateCode {
  return byCode.has(text as ShipmentStateCode);
}

/** Returns the code of a state by its label, without regard to case and accents; null for an unknown text. */
export function stateByText(text: string): ShipmentStateCode | null {
  return byText.get(fold(text)) ?? null;
}

/**
 * Reads an external state by its code or its text. Keeps the text as received; the code is null for an unknown text
 * (readings C17).
 */
export function parseShipmentState(received: string): { code: ShipmentStateCode | null; text: string } {
  if (isShipmentStateCode(received)) return { code: received, text: shipmentState(received).label };
  return { code: stateByText(received), text: received };
}

/** What the public reads instead of an unknown state, whose text may contain personal data. */
export const UNKNOWN_STATE_TEXT = 'Hay una novedad en tu envío';

/** Returns whether a state means that a return was requested. */
export function isReturnRequest(code: ShipmentStateCode | null): boolean {
  return code === 'devolucion_solicitada' || code === 'rescate_solicitado';
}

/** Returns whether a state means that the shipment was delivered whole. */
export function isDelivered(code: ShipmentStateCode | null): boolean {
  return code === 'entregado' || code === 'entregado_danio';
}
