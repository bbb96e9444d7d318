import { ABSENT, NO_MORE_VISITS, WRONG_ADDRESS } from '#server/demo/non-delivery-reasons.ts';
import {
  type DeliveryModeId,
  isFulfillmentMode,
  PICKUP_POINT_MODE,
  REVERSE_MODE,
} from '#shared/orders/rules/delivery-modes.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';

/** A shipment with the facts that its next transition depends on. */
export interface Shipment {
  label: string;
  mode: DeliveryModeId;
  /** Whether sender and receiver are in one region. */
  nearby: boolean;
  /** Events, oldest first; times in ms since 1970. `code` is null for an unknown state. */
  history: readonly { code: ShipmentStateCode | null; at: number; reason: string | null }[];
}

/** A transition to a state. */
export interface SimulatedTransition {
  to: ShipmentStateCode;
  /** Shortest and longest duration, in working hours. */
  hours: readonly [number, number];
  /** Probability in percent, 100 by default. Otherwise the next transition in the list is tried. */
  percent?: number;
  /** Restricts the transition to some shipments. */
  where?: (shipment: Shipment) => boolean;
  /** Hour of the day. A later transition is postponed to the next working morning. */
  before?: number;
  /** Reason of the event, instead of one of the usual reasons of the state. */
  reason?: string;
}

const times = ({ history }: Shipment, wanted: ShipmentStateCode) =>
  history.filter(({ code }) => code === wanted).length;
const never = (code: ShipmentStateCode) => (shipment: Shipment) => times(shipment, code) === 0;
const nearby = (shipment: Shipment) => shipment.nearby;
const toPoint = ({ mode }: Shipment) => mode === PICKUP_POINT_MODE;
const reverse = ({ mode }: Shipment) => mode === REVERSE_MODE;
const prepared = ({ mode }: Shipment) => isFulfillmentMode(mode);
const notCollected = ({ history }: Shipment) => !isCollected(history.map(({ code }) => code));
const visitedTwice = (shipment: Shipment) => times(shipment, 'no_entregado') > 1;
const wronglyAddressed = ({ history }: Shipment) => history.at(-1)?.reason === WRONG_ADDRESS;

/** Vans leave for visits until early afternoon, so that they return before the evening. */
const onTour = { to: 'en_curso', hours: [1, 6], before: 13 } as const;
const backToSender: SimulatedTransition = { to: 'devolucion', hours: [1, 4] };

/**
 * Transitions from each state; the first one that applies is taken. About one visit in twelve fails, 2 % of the shipments
 * are returned, and less than 1 % are lost. Other states have no transitions: they are final or wait for payment.
 */
export const SIMULATED_TRANSITIONS: Partial<Record<ShipmentStateCode, readonly SimulatedTransition[]>> = {
  registrado: [
    { to: 'en_preparacion', hours: [1, 3], where: prepared },
    { to: 'planificado', hours: [1, 3] },
  ],
  li_registrada: [{ to: 'planificado', hours: [2, 5] }],
  en_preparacion: [{ to: 'listo_despacho', hours: [2, 6] }],
  listo_despacho: [{ to: 'despachado', hours: [1, 4] }],
  planificado: [
    { to: 'no_retirado', hours: [2, 5], percent: 3, where: never('no_retirado') },
    { to: 'retirado', hours: [2, 5] },
  ],
  pendiente_retiro: [{ to: 'retirado', hours: [1, 4] }],
  no_retirado: [{ to: 'planificado', hours: [2, 4] }],
  retirado: [{ to: 'recibido_cd', hours: [2, 5] }],
  admitido_sucursal: [{ to: 'recibido_cd', hours: [2, 5] }],
  recibido_cd: [{ to: 'controlado', hours: [1, 2] }],
  controlado: [
    { to: 'en_revision', hours: [1, 2], percent: 1, where: never('en_revision') },
    { to: 'transito_remitente', hours: [3, 8], where: reverse },
    { to: 'procesado', hours: [1, 2] },
  ],
  en_revision: [
    { to: 'planificado', hours: [3, 8], where: notCollected },
    { to: 'transito_remitente', hours: [3, 8], where: reverse },
    { to: 'procesado', hours: [3, 8] },
  ],
  procesado: [
    { to: 'transito_remitente', hours: [3, 8], where: reverse },
    { to: 'despachado', hours: [2, 5] },
  ],
  despachado: [
    { to: 'extraviado', hours: [12, 24], percent: 0.3 },
    { to: 'en_sucursal_destino', hours: [2, 6], where: (shipment) => nearby(shipment) && toPoint(shipment) },
    { to: 'descargado', hours: [2, 6], where: nearby },
    { to: 'en_transito', hours: [1, 3] },
  ],
  en_transito: [
    { to: 'siniestrado', hours: [6, 18], percent: 0.3 },
    { to: 'demorado', hours: [6, 12], percent: 3, where: never('demorado') },
    { to: 'en_sucursal_destino', hours: [8, 28], where: toPoint },
    { to: 'descargado', hours: [8, 28] },
  ],
  demorado: [
    { to: 'planificado', hours: [3, 8], where: notCollected },
    { to: 'transito_remitente', hours: [4, 10], where: reverse },
    { to: 'en_sucursal_destino', hours: [4, 10], where: toPoint },
    { to: 'descargado', hours: [4, 10] },
  ],
  descargado: [
    { to: 'en_sucursal_destino', hours: [1, 3], where: toPoint },
    { to: 'notificado', hours: [1, 2], percent: 15 },
    onTour,
  ],
  en_sucursal_destino: [{ to: 'disponible_retiro', hours: [1, 2], where: toPoint }, onTour],
  redespacho: [{ to: 'en_transito', hours: [2, 5] }],

  notificado: [{ to: 'disponible_retiro', hours: [1, 2], where: toPoint }, onTour],
  en_curso: [
    { to: 'disponible_retiro', hours: [1, 6], where: toPoint },
    { to: 'visitado', hours: [1, 6], percent: 9 },
    { to: 'entregado_danio', hours: [1, 6], percent: 0.5 },
    { to: 'entregado', hours: [1, 6] },
  ],
  visitado: [
    { to: 'rechazado', hours: [0.2, 0.5], percent: 13, where: never('no_entregado') },
    { to: 'no_entregado', hours: [0.2, 0.5] },
  ],
  disponible_retiro: [
    { to: 'no_entregado', hours: [24, 36], percent: 4, reason: ABSENT },
    { to: 'entregado', hours: [4, 24] },
  ],
  no_entregado: [
    { ...backToSender, where: toPoint },
    { ...backToSender, where: visitedTwice, reason: NO_MORE_VISITS },
    { to: 'direccion_corregir', hours: [1, 3], where: wronglyAddressed },
    { to: 'reprogramado', hours: [1, 3] },
  ],
  direccion_corregir: [{ to: 'reprogramado', hours: [2, 8] }],
  reprogramado: [{ to: 'disponible_retiro', hours: [1, 3], where: toPoint }, onTour],
  entrega_parcial: [{ to: 'entregado', hours: [8, 20] }],

  rechazado: [backToSender],
  rescate_solicitado: [backToSender],
  devolucion_solicitada: [backToSender],
  devolucion: [{ to: 'en_guarda', hours: [3, 10] }],
  en_guarda: [{ to: 'transito_remitente', hours: [4, 10] }],
  transito_remitente: [
    { to: 'entregado', hours: [6, 20], where: reverse },
    { to: 'devuelto', hours: [6, 20] },
  ],
};
