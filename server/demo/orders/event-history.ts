import type { LegacyEvent } from '#server/demo/legacy-import/legacy-orders.ts';
import { ABSENT, REASONS, WRONG_ADDRESS } from '#server/demo/non-delivery-reasons.ts';
import type { Random } from '#server/demo/seed/seeded-random.ts';
import { addWorkingTime, workingTimeBetween } from '#server/demo/working-time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { type DeliveryModeId, PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { type ShipmentStateCode, shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';

/** The usual previous state of each state; null for first states. */
const PREVIOUS_STATE: Record<ShipmentStateCode, ShipmentStateCode | null> = {
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

/** Exceptions from PREVIOUS_STATE by delivery mode. */
const PREVIOUS_STATE_BY_MODE: Partial<Record<DeliveryModeId, Partial<Record<ShipmentStateCode, ShipmentStateCode>>>> = {
  // The shipment waits at its pickup point; there are no visits.
  2: { entregado: 'disponible_retiro', no_entregado: 'disponible_retiro', devolucion: 'no_entregado' },
  // The warehouse prepares the shipment, so it isn't collected.
  3: { despachado: 'listo_despacho' },
  // Reverse logistics: from the buyer to the sender.
  4: {
    planificado: 'li_registrada',
    transito_remitente: 'recibido_cd',
    entregado: 'transito_remitente',
    cancelado: 'li_registrada',
  },
  5: { despachado: 'listo_despacho' },
};

/** Returns the states of a shipment from its first state up to `code`. */
function statePath(code: ShipmentStateCode, mode: DeliveryModeId): ShipmentStateCode[] {
  const before = PREVIOUS_STATE_BY_MODE[mode]?.[code] ?? PREVIOUS_STATE[code];
  return before === null ? [code] : [...statePath(before, mode), code];
}

/**
 * Generates the events of a shipment from its creation to a state, all before `end`, and in working hours if there are
 * enough of them. Omits the first state, which the creation of the order writes.
 */
export function generateEvents(random: Random, { code, mode, from, end, text }: EventHistoryInput): LegacyEvent[] {
  const [, ...states] = statePath(code, mode);
  const moments = eventTimes(
    states.map(() => random.int(2 * 60, 10 * 60) * MINUTE_MS),
    { from, end: end - HOUR_MS },
  );
  return states.map((state, index) => ({
    at: new Date(moments[index] ?? end),
    state: index === states.length - 1 && text !== undefined ? text : shipmentState(state).label,
    reason: pickReason(random, state, { mode, next: states[index + 1] }),
  }));
}

interface EventHistoryInput {
  code: ShipmentStateCode;
  mode: DeliveryModeId;
  /** Start of the history, in ms. */
  from: number;
  /** End of the history, in ms. */
  end: number;
  /** Text of the last state as received, if it differs from the state's label. */
  text?: string;
}

/**
 * Returns the times of events, rounded down to minutes, in ms since 1970.
 *
 * @param takes working time between the events, in ms; shortened if the events would not fit before `end`
 */
function eventTimes(takes: readonly number[], { from, end }: { from: number; end: number }): number[] {
  const elapsed = takes.map((_, index) => takes.slice(0, index + 1).reduce((sum, time) => sum + time, 0));
  const total = elapsed.at(-1) ?? 0;
  const available = workingTimeBetween(from, end);
  // Too few working hours, as for an order of yesterday evening or of a weekend: events also fall outside of them.
  const hurried = available < takes.length * 10 * MINUTE_MS;
  const pace = Math.min(1, (hurried ? end - from : available - MINUTE_MS) / total);
  return elapsed.map((time) => {
    const at = hurried ? from + time * pace : addWorkingTime(from, time * pace);
    return Math.floor(at / MINUTE_MS) * MINUTE_MS;
  });
}

function pickReason(
  random: Random,
  state: ShipmentStateCode,
  { mode, next }: { mode: DeliveryModeId; next: ShipmentStateCode | undefined },
): string | null {
  if (next === 'direccion_corregir') return WRONG_ADDRESS;
  if (state === 'no_entregado' && mode === PICKUP_POINT_MODE) return ABSENT;
  const usual = REASONS[state];
  return usual ? random.pick(usual) : null;
}
