import type { Deps } from '#server/integrations/deps.ts';
import { findOrderOwners } from '#server/orders/domain/flags/order-owners.store.ts';
import { isMisleadingName } from '#server/people/access/mail-names.ts';
import type { Day } from '#shared/kit/days.ts';
import type { BadgeColour } from '#shared/orders/rules/code/badge-colour.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { isLabel, trackingIdOf } from '#shared/orders/rules/code/tracking-id.ts';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { type NonDeliveryReason, nonDeliveryReason } from '#shared/orders/rules/shipment/non-delivery-reasons.ts';
import {
  isShipmentStateCode,
  type ShipmentState,
  type ShipmentStateCode,
  shipmentState,
  UNKNOWN_STATE_TEXT,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import { RETURN_STAGE, type StageProgress, stageProgress } from './stage-progress.ts';
import { type TrackedEventRow, type TrackedOrderRow, type TrackedShipmentRow, trackedOrder } from './tracking.store.ts';

/** The public view of an order for anybody who has its tracking id (readings C37). Contains no personal data. */
export interface TrackedOrder {
  trackingId: string;
  /** Whether the receiver sends the order back to the seller (delivery mode 4). */
  reverse: boolean;
  pickupPoint: TrackedOrderRow['pickup_point'];
  seller: TrackedOrderRow['seller'];
  /** Number of the order's shipments. `shipments` has only one of them if a label was requested. */
  total: number;
  shipments: TrackedShipment[];
}

export interface TrackedShipment {
  label: string;
  /** Position among the order's shipments, from 1. */
  number: number;
  state: PublicState;
  stages: StageProgress[];
  /** Expected days of delivery; null if unknown, delivered, final or on the way back. */
  estimated: { min: Day; max: Day } | null;
  /** Newest first. */
  events: {
    at: Date;
    state: PublicState;
    reason: NonDeliveryReason | null;
    /** Whether the provider corrected it: it isn't true. */
    corrected: boolean;
  }[];
}

export interface PublicState {
  text: string;
  badge: BadgeColour;
  final: boolean;
}

const UNPAID = 'pendiente_pago' satisfies ShipmentStateCode;

const UNKNOWN_STATE: PublicState = { text: UNKNOWN_STATE_TEXT, badge: 'gris', final: false };

/** Data source of the tracking page: our own tables, or the gateway that this portal is connected to. */
export interface TrackingSource {
  /** Returns the canonical id of a typed text, for the URL; null if the text can't be an id. */
  canonicalId(typed: string): string | null;
  /** Reads an order by tracking id, or by label with only the label's shipment; null if it doesn't exist. */
  read(id: string): Promise<TrackedOrder | null>;
}

/** Creates the source that reads our own tables. */
export const createTrackingSource = (deps: Deps): TrackingSource => ({
  canonicalId(typed) {
    const parsed = parseTracking(typed);
    return parsed && (parsed.label ?? parsed.trackingId);
  },
  read: (id) => readTracking(deps, id),
});

/** Parses a tracking id or a label, however a buyer typed or pasted it; null for a text that is neither. */
export function parseTracking(text: string): { trackingId: string; label: string | null } | null {
  const id = parseScannedId(text, { inGroups: true });
  return id === null ? null : { trackingId: trackingIdOf(id), label: isLabel(id) ? id : null };
}

async function readTracking(deps: Deps, text: string): Promise<TrackedOrder | null> {
  const wanted = parseTracking(text);
  const found = wanted && (await findOrderOwners(deps.db, [wanted.trackingId])).get(wanted.trackingId);
  if (!wanted || !found) return null;
  const [[row], shipments, events] = await deps.db.read(found.clientId, trackedOrder(found.clientId, found.orderId));
  if (!row) return null;
  const seller = row.seller && { ...row.seller, name: shownName(deps, row.seller.name) };
  return composeTracking({ ...row, seller }, shipments, events, wanted.label);
}

/** Returns a seller's name for buyers: anybody can register a company with a misleading one (phishing). */
const shownName = ({ config }: Pick<Deps, 'config'>, name: string): string =>
  isMisleadingName(name, config.BRAND_NAME) ? 'la tienda' : name;

/**
 * Builds the public view of an order.
 *
 * @param rows sorted by number
 * @param events newest first
 * @param label the label of the only shipment to show; null for all shipments
 * @returns null if the order has no shipment with the label
 */
export function composeTracking(
  row: TrackedOrderRow,
  rows: readonly TrackedShipmentRow[],
  events: readonly TrackedEventRow[],
  label: string | null,
): TrackedOrder | null {
  const shipments = rows
    .map((shipment, index) => toTrackedShipment(row, shipment, index + 1, events))
    .filter((shipment) => label === null || shipment.label === label);
  if (label !== null && shipments.length === 0) return null;
  return {
    trackingId: row.tracking_id,
    reverse: row.delivery_mode === REVERSE_MODE,
    pickupPoint: row.pickup_point,
    seller: row.seller,
    total: rows.length,
    shipments,
  };
}

function toTrackedShipment(
  order: TrackedOrderRow,
  shipment: TrackedShipmentRow,
  number: number,
  all: readonly TrackedEventRow[],
): TrackedShipment {
  const reverse = order.delivery_mode === REVERSE_MODE;
  const shipmentEvents = all.filter(({ shipment_id }) => shipment_id === shipment.id);
  // Hides from the buyer whether and when the seller has paid. A sole event is kept, so that the history isn't empty.
  const events = shipmentEvents.filter(({ state_code }) => state_code !== UNPAID || shipmentEvents.length === 1);
  const current = knownState(shipment.state_code);
  const stages = stageProgress(
    current,
    events.flatMap(({ state_code, corrected }) => (corrected ? [] : (knownState(state_code) ?? []))),
    reverse,
  );
  const state = publicState(current);
  const goesBack = stages.some(({ stage, position }) => stage === RETURN_STAGE && position === 'here');
  const { estimated_min: min, estimated_max: max } = order;
  return {
    label: shipment.label,
    number,
    state,
    stages,
    estimated: !state.final && !goesBack && min && max ? { min, max } : null,
    events: events.map(({ at, state_code, reason, corrected }) => ({
      at,
      state: publicState(knownState(state_code)),
      reason: corrected ? null : nonDeliveryReason(reason),
      corrected,
    })),
  };
}

function knownState(code: string | null): ShipmentState | null {
  return code !== null && isShipmentStateCode(code) ? shipmentState(code) : null;
}

function publicState(known: ShipmentState | null): PublicState {
  if (!known) return UNKNOWN_STATE;
  const { code, publicLabel: text, badge, final } = known;
  return { text, badge: code === UNPAID ? shipmentState('registrado').badge : badge, final };
}
