import type { ShipmentDetail } from '#shared/orders/shipments.ts';
import type { SenderAction } from '#web/orders/sender-actions/sender-action.ts';
import { TroubleHelp } from '#web/orders/trouble/help.tsx';
import { incidentTone } from '#web/orders/trouble/incident.ts';
import styles from './shipment-detail.module.css';

interface ShipmentIncidentProps {
  shipment: ShipmentDetail;
  ask: (action: SenderAction) => void;
}

/** What happened to a troubled shipment, why, and what helps, at a red or yellow edge. Other shipments have at most a request. */
export function ShipmentIncident({ shipment, ask }: ShipmentIncidentProps) {
  const { state, state_reason: reason } = shipment;
  const tone = state ? incidentTone(state) : null;
  const order = { orderId: shipment.order_id, trackingId: shipment.tracking_id };
  const help = (
    <TroubleHelp
      shipment={shipment}
      order={{ ...order, senderName: '', canEdit: true, editAbove: false }}
      reason={reason ?? ''}
      ask={ask}
    />
  );
  if (tone === null) return help;
  return (
    <section className={`${styles.trouble} ${styles[tone]}`} aria-label="Qué pasó con el envío">
      <p>
        <span className="strong">{state}</span>
        {reason && `: ${reason}`}
      </p>
      {help}
    </section>
  );
}
