import { addDays } from '#shared/kit/days.ts';
import { formatDate, formatTimestamp } from '#shared/kit/text/format.ts';
import { reschedulable } from '#shared/orders/rules/due/reschedule.ts';
import { shipmentState, stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { Shipping } from '#shared/orders/shipments.ts';
import { useActionDialog } from '#web/kit/app/use-action-dialog.tsx';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { AnchorButton, Button, LinkButton } from '#web/kit/ui/button.tsx';
import { CalendarClock, MessageCircle, Pencil, Phone, Undo2 } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { useTrackingUrl } from '#web/orders/order/tracking-url.ts';
import type { SenderAction } from '#web/orders/sender-actions/sender-action.ts';
import { editOrderPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { contactLinks } from './contact-links.ts';
import styles from './help.module.css';
import { type HelpAction, helpActions } from './help-actions.ts';

const RescheduleDialog = lazyWithPreload(() => import('./reschedule-dialog.tsx'));

/** The order of a troubled shipment. */
export interface TroubledOrder {
  orderId: string;
  trackingId: string;
  senderName: string;
  /** Whether receiver and address can be changed, and whether the page offers it above as its main action. */
  canEdit: boolean;
  editAbove: boolean;
}

const NO_RETURN = 'La devolución se puede pedir mientras el envío está Retirado o Descargado';

/** Returns whether a shipment's state is final, after which a request for another day says nothing any more. */
function isEnded(state: string): boolean {
  const code = stateByText(state);
  return code !== null && shipmentState(code).final;
}

type Request = NonNullable<Shipping['reschedule']>;

const TONES = { Pendiente: 'info', Aprobado: 'info', Rechazado: 'warn' } as const;

/** Returns what became of a request for another day, as a sentence. */
function sentence({ state, date, reason, requested_at }: Request): string {
  const day = formatDate(date);
  if (state === 'Aprobado') return `Se reprogramó la entrega para el ${day}.`;
  if (state === 'Rechazado') return `No se pudo reprogramar para el ${day}: ${reason}`;
  return `Pediste la entrega para el ${day}, el ${formatTimestamp(requested_at)}. Falta que el proveedor lo decida.`;
}

/** The last request for another day of delivery. */
function RescheduleStatus({ request }: { request: Request }) {
  return (
    <Note tone={TONES[request.state]} role="status" className={styles.status}>
      {sentence(request)}
      {request.note && <div className={`${styles.quote} muted`}>Tu nota: {request.note}</div>}
    </Note>
  );
}

interface TroubleHelpProps {
  shipment: Shipping;
  order: TroubledOrder;
  /** Reason of the last event; '' if it isn't known. */
  reason: string;
  ask: (action: SenderAction) => void;
}

/**
 * What a sender can do about a troubled shipment, the most helpful first, and the state of a request for another day. Nothing
 * before another gateway.
 */
export function TroubleHelp({ shipment, order, reason, ask }: TroubleHelpProps) {
  const supported = useCapability('reschedules') !== false;
  const refused = usePermissionReason('orders');
  const trackingUrl = useTrackingUrl();
  const reschedule = useActionDialog(RescheduleDialog);
  if (!supported) return null;
  const { shipment_id: label, state, receiver, due } = shipment;
  const actions = helpActions(state, reason).filter(
    (action) => action !== 'edit' || (order.canEdit && !order.editAbove),
  );
  const links = contactLinks({
    ...order,
    state,
    phone: receiver.receiver_phone,
    firstName: receiver.first_name,
    trackingUrl: new URL(trackingUrl(label), window.location.origin).href,
  });
  const other = reschedulable(stateByText(state), shipment.reschedule?.state === 'Pendiente');
  const button = (action: HelpAction, index: number) => {
    const look = { size: 'sm', variant: index === 0 && !order.editAbove ? 'primary' : 'secondary' } as const;
    switch (action) {
      case 'edit':
        return (
          <LinkButton
            key={action}
            {...look}
            to={editOrderPath(order.trackingId)}
            icon={<Pencil />}
            disabledReason={refused}
          >
            Corregir dirección
          </LinkButton>
        );
      case 'contact':
        return [
          links.whatsApp && (
            <AnchorButton
              key="whatsapp"
              {...look}
              href={links.whatsApp}
              target="_blank"
              rel="noreferrer"
              icon={<MessageCircle />}
            >
              Escribir por WhatsApp
            </AnchorButton>
          ),
          links.call && (
            <AnchorButton
              key="call"
              size="sm"
              variant={links.whatsApp ? 'secondary' : look.variant}
              href={links.call}
              icon={<Phone />}
            >
              Llamar al {receiver.receiver_phone}
            </AnchorButton>
          ),
        ];
      case 'reschedule':
        return (
          <Button
            key={action}
            {...look}
            icon={<CalendarClock />}
            disabledReason={refused ?? (!other.allowed && other.reason)}
            onClick={() => reschedule.ask({ label, today: due && addDays(due.date, -due.days_left) })}
          >
            Reprogramar
          </Button>
        );
      case 'return':
        return (
          <Button
            key={action}
            {...look}
            icon={<Undo2 />}
            disabledReason={refused ?? (!shipment.can_return && NO_RETURN)}
            onClick={() => ask({ kind: 'return-shipment', label })}
          >
            Pedir devolución
          </Button>
        );
    }
  };
  return (
    <>
      {shipment.reschedule && !isEnded(state) && <RescheduleStatus request={shipment.reschedule} />}
      {actions.length > 0 && (
        <section className={styles.actions} aria-label={`Qué podés hacer con el envío ${label}`}>
          {actions.map(button)}
        </section>
      )}
      {reschedule.dialog}
    </>
  );
}
