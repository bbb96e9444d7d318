import { type ReactNode, type RefObject, useState } from 'react';
import { FINAL_STATES, type ShipmentStateCode, shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { readShipmentOrder, type ShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';

interface FinalStateQuestion {
  /** Resolves to whether an event with this state is to be recorded: asks before a shipment ends, and about no other state. */
  ask: (code: string) => Promise<boolean>;
  /** The dialog, to be placed beside the form's. */
  dialog: ReactNode;
}

const finalState = (code: string | null) => FINAL_STATES.find((state) => state === code);

/** Names the requests about a shipment that its end leaves without effect. */
function waitingRequests({ modification_id, reschedule_id }: ShipmentOrder): string[] {
  return [
    ...(modification_id === null
      ? []
      : [
          'Espera una modificación que pidió el cliente: cuando todos los envíos de la orden terminaron, sólo se puede rechazar.',
        ]),
    ...(reschedule_id === null
      ? []
      : ['Espera una reprogramación que pidió el cliente: después sólo se puede rechazar.']),
  ];
}

/** The question before a form records a state that ends its shipment. Afterwards the first invalid field has the focus, or what had it before. */
export function useFinalStateQuestion(
  { shipment_id, state_code }: StaffShipmentHistory,
  formRef: RefObject<HTMLFormElement | null>,
): FinalStateQuestion {
  const [asked, setAsked] = useState<{ state: ShipmentStateCode; answer: (yes: boolean) => void } | null>(null);
  const order = useApiQuery(readShipmentOrder, { params: { label: shipment_id } }).data?.results;
  const label = asked && shipmentState(asked.state).label;
  return {
    ask: async (code) => {
      const state = finalState(code);
      if (!state || finalState(state_code)) return true;
      return new Promise((answer) => setAsked({ state, answer }));
    },
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => {
          asked?.answer(false);
          setAsked(null);
        }}
        title={`¿Registrar ${label} para el envío ${shipment_id}?`}
        message={`${label} termina el envío: después no se puede registrar ningún otro estado.`}
        description={['Si fue un error, sólo se corrige ese evento.', ...(order ? waitingRequests(order) : [])].join(
          ' ',
        )}
        confirmText={`Registrar ${label}`}
        onConfirm={() => asked?.answer(true)}
        finalFocus={{
          get current() {
            return formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null;
          },
        }}
      />
    ),
  };
}
