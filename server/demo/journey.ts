import type { OlderEvent } from '#server/features/order/older-rows.ts';
import { localTime, startOfDay } from '#shared/days.ts';
import type { NonDeliveryReason } from '#shared/rules/non-delivery-reasons.ts';
import { type ShipmentStateCode, shipmentState } from '#shared/rules/shipment-states.ts';
import type { Random } from './random.ts';

/** The state that a parcel was in before, on the way that it usually takes; null where a life begins. */
const BEFORE: Record<ShipmentStateCode, ShipmentStateCode | null> = {
  pendiente_pago: null,
  registrado: null,
  li_registrada: null,
  en_preparacion: 'registrado',
  listo_despacho: 'en_preparacion',
  planificado: 'registrado',
  pendiente_retiro: 'planificado',
  no_retirado: 'planificado',
  retirado: 'planificado',
  admitido_sucursal: 'retirado',
  recibido_cd: 'retirado',
  controlado: 'recibido_cd',
  procesado: 'recibido_cd',
  descargado: 'en_transito',
  despachado: 'procesado',
  en_transito: 'despachado',
  en_sucursal_destino: 'en_transito',
  en_curso: 'descargado',
  notificado: 'en_curso',
  visitado: 'en_curso',
  disponible_retiro: 'en_sucursal_destino',
  no_entregado: 'visitado',
  reprogramado: 'no_entregado',
  redespacho: 'no_entregado',
  direccion_corregir: 'no_entregado',
  demorado: 'en_transito',
  en_revision: 'controlado',
  entrega_parcial: 'visitado',
  entregado: 'en_curso',
  entregado_danio: 'en_curso',
  rechazado: 'visitado',
  rescate_solicitado: 'no_entregado',
  devolucion_solicitada: 'retirado',
  devolucion: 'rechazado',
  en_guarda: 'devolucion',
  transito_remitente: 'en_guarda',
  devuelto: 'transito_remitente',
  siniestrado: 'en_transito',
  extraviado: 'despachado',
  expirado: 'registrado',
  cancelado: 'registrado',
};

/** What reverse logistics does otherwise: from the buyer's door to the sender's. */
const BEFORE_INVERSA: Partial<Record<ShipmentStateCode, ShipmentStateCode>> = {
  planificado: 'li_registrada',
  transito_remitente: 'recibido_cd',
  entregado: 'transito_remitente',
  cancelado: 'li_registrada',
};

const REASONS: Partial<Record<ShipmentStateCode, readonly NonDeliveryReason[]>> = {
  no_retirado: ['Imposibilidad de acceso', 'Falta documentación'],
  no_entregado: ['Destinatario ausente', 'Dirección incorrecta', 'Zona peligrosa', 'Imposibilidad de acceso'],
  rechazado: ['No quiere recibir', 'Daño parcial'],
  entregado_danio: ['Daño parcial'],
  entrega_parcial: ['Extravío parcial'],
  siniestrado: ['Daño total'],
  extraviado: ['Extravío total'],
  devolucion: ['Intentos de entrega agotados'],
};

/** The states of a parcel's life up to one, its first state included. */
function statesTo(code: ShipmentStateCode, inversa = false): ShipmentStateCode[] {
  const before = (inversa ? BEFORE_INVERSA[code] : undefined) ?? BEFORE[code];
  return before === null ? [code] : [...statesTo(before, inversa), code];
}

const HOUR = 3_600_000;
const MINUTE = 60_000;

/**
 * What happened to a parcel after its creation until it reached a state, in working hours of a believable length, all of
 * it before `end`. The first state isn't among the events: creating an order writes it. `text` replaces the last state's.
 */
export function eventsTo(random: Random, { code, from, end, inversa = false, text }: EventsWanted): OlderEvent[] {
  const [, ...states] = statesTo(code, inversa);
  let at = from;
  return states.map((state, index) => {
    const share = (end - HOUR - at) / (states.length - index);
    const latest = at + share;
    at = inWorkingHours(Math.min(at + random.int(5 * 60, 32 * 60) * MINUTE, latest), { after: at, latest });
    const reasons = REASONS[state];
    const last = index === states.length - 1;
    return {
      at: new Date(at),
      state: last && text !== undefined ? text : shipmentState(state).label,
      reason: reasons ? random.pick(reasons) : null,
    };
  });
}

interface EventsWanted {
  code: ShipmentStateCode;
  /** When the life begins, in ms. */
  from: number;
  /** Before which all has happened, in ms. */
  end: number;
  inversa?: boolean;
  /** The last state as it was received, where that is not its label. */
  text?: string;
}

/** The moment moved into the working hours of its day, 7 to 21, if that is possible; in whole minutes. */
function inWorkingHours(wanted: number, { after, latest }: { after: number; latest: number }): number {
  const begin = startOfDay(localTime(wanted).day);
  const moved = Math.min(Math.max(wanted, begin + 7 * HOUR), begin + 21 * HOUR);
  const chosen = moved > after && moved <= latest ? moved : wanted;
  return Math.floor(chosen / MINUTE) * MINUTE;
}
