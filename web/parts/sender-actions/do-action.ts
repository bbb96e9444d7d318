import { cancelOrder, countOrders, listOrders, readOrder } from '#shared/orders.ts';
import { cancelShipment, listShipments, publicStates, readShipment, returnShipment } from '#shared/shipments.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asFailure } from '#web/lib/call-failure.ts';
import { refreshCalls } from '#web/lib/queries.ts';
import { failureLines } from './failed-shipments.ts';
import type { SenderAction } from './sender-action.ts';

type Sent = Exclude<SenderAction, { kind: 'reverse' }>;

/** D1 §8, at the end of every failure. */
const LATER = 'Por favor, vuelva a intentarlo más tarde';

/** What a refusal says by itself; what went wrong on the way or on the server says nothing to a sender. */
function reasonOf(error: unknown): string[] {
  const { status, firstMessage } = asFailure(error);
  return status >= 400 && status < 500 ? [firstMessage] : [];
}

/** What a cancellation means for labels that are on paper. */
const discard = ({ printed }: { printed: boolean }) =>
  printed ? ['Las etiquetas impresas ya no sirven: descartalas'] : [];

type Done = [title: string, text: string, more?: string[]];

async function told(work: Promise<unknown>, done: Done, what: string): Promise<void> {
  try {
    await work;
    alerts.success(...done);
  } catch (error) {
    alerts.failure(error, 'Error', `Ocurrió un error al ${what}`, [...reasonOf(error), LATER]);
  }
}

/** Requests several returns at once; one alert reports them and names each that failed (readings C27). */
async function returnAll(orderId: string, labels: readonly string[]): Promise<void> {
  const answers = await Promise.allSettled(labels.map((id) => call(returnShipment, { params: { id } })));
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  if (refusals.some((reason) => asFailure(reason).sessionEnded)) return;
  const failed = answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [{ label: labels[index] ?? '', reason: reasonOf(answer.reason)[0] ?? '' }] : [],
  );
  const lines = failureLines(failed);
  const asked = labels.length - failed.length;
  if (failed.length === 0) {
    alerts.success('Devolución solicitada', `La devolución de la orden ${orderId} ha sido solicitada con éxito`);
  } else if (asked > 0) {
    const parcels = asked === 1 ? '1 envío' : `${asked} envíos`;
    alerts.warning('Devolución solicitada', `Se pidió la devolución de ${parcels}.`, lines);
  } else {
    alerts.danger('Error', `Ocurrió un error al solicitar la devolución de la orden ${orderId}`, [...lines, LATER]);
  }
}

function send(action: Sent): Promise<void> {
  switch (action.kind) {
    case 'cancel-order': {
      const { orderId, trackingId } = action;
      return told(
        call(cancelOrder, { params: { id: trackingId } }),
        ['Orden cancelada', `La orden ${orderId} ha sido cancelada con éxito`, discard(action)],
        `cancelar la orden ${orderId}`,
      );
    }
    case 'cancel-shipment':
      return told(
        call(cancelShipment, { params: { id: action.label } }),
        ['Envío cancelado', `El envío ${action.label} ha sido cancelado con éxito`, discard(action)],
        `cancelar el envío ${action.label}`,
      );
    case 'return-shipment':
      return told(
        call(returnShipment, { params: { id: action.label } }),
        ['Devolución solicitada', `La devolución del envío ${action.label} ha sido solicitada con éxito`],
        `solicitar la devolución del envío ${action.label}`,
      );
    case 'return-order':
      return returnAll(action.orderId, action.labels);
  }
}

/** Does it, tells how it went (D1 §8), and reads again what it may have changed. Never throws. */
export async function doAction(action: Sent): Promise<void> {
  await send(action);
  await refreshCalls(readOrder, listOrders, countOrders, publicStates, listShipments, readShipment);
}
