import { cancelOrder, countOrders, listOrders, readOrder } from '#shared/orders.ts';
import { cancelShipment, listShipments, publicStates, readShipment, returnShipment } from '#shared/shipments.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { failedShipmentLines } from './failed-shipments.ts';
import type { SenderAction } from './sender-action.ts';

type ServerAction = Exclude<SenderAction, { kind: 'reverse' }>;

/** D1 §8, at the end of every failure. */
const TRY_LATER = 'Por favor, vuelva a intentarlo más tarde';

/** What a refusal says by itself; what went wrong on the way or on the server says nothing to a sender. */
function reasonOf(error: unknown): string[] {
  const { status, firstMessage } = asApiError(error);
  return status >= 400 && status < 500 ? [firstMessage] : [];
}

/** What a cancellation means for labels that are on paper. */
const discardLabelsNote = ({ printed }: { printed: boolean }) =>
  printed ? ['Las etiquetas impresas ya no sirven: descartalas'] : [];

type SuccessAlert = [title: string, text: string, more?: string[]];

async function reportOutcome(work: Promise<unknown>, done: SuccessAlert, what: string): Promise<void> {
  try {
    await work;
    alerts.success(...done);
  } catch (error) {
    alerts.failure(error, 'Error', `Ocurrió un error al ${what}`, [...reasonOf(error), TRY_LATER]);
  }
}

/** Requests several returns at once; one alert reports them and names each that failed (readings C27). */
async function returnAll(orderId: string, labels: readonly string[]): Promise<void> {
  const answers = await Promise.allSettled(labels.map((id) => call(returnShipment, { params: { id } })));
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  if (refusals.some((reason) => asApiError(reason).sessionEnded)) return;
  const failed = answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [{ label: labels[index] ?? '', reason: reasonOf(answer.reason)[0] ?? '' }] : [],
  );
  const lines = failedShipmentLines(failed);
  const asked = labels.length - failed.length;
  if (failed.length === 0) {
    alerts.success('Devolución solicitada', `La devolución de la orden ${orderId} ha sido solicitada con éxito`);
  } else if (asked > 0) {
    const parcels = asked === 1 ? '1 envío' : `${asked} envíos`;
    alerts.warning('Devolución solicitada', `Se pidió la devolución de ${parcels}.`, lines);
  } else {
    alerts.danger('Error', `Ocurrió un error al solicitar la devolución de la orden ${orderId}`, [...lines, TRY_LATER]);
  }
}

function send(action: ServerAction): Promise<void> {
  switch (action.kind) {
    case 'cancel-order': {
      const { orderId, trackingId } = action;
      return reportOutcome(
        call(cancelOrder, { params: { id: trackingId } }),
        ['Orden cancelada', `La orden ${orderId} ha sido cancelada con éxito`, discardLabelsNote(action)],
        `cancelar la orden ${orderId}`,
      );
    }
    case 'cancel-shipment':
      return reportOutcome(
        call(cancelShipment, { params: { id: action.label } }),
        ['Envío cancelado', `El envío ${action.label} ha sido cancelado con éxito`, discardLabelsNote(action)],
        `cancelar el envío ${action.label}`,
      );
    case 'return-shipment':
      return reportOutcome(
        call(returnShipment, { params: { id: action.label } }),
        ['Devolución solicitada', `La devolución del envío ${action.label} ha sido solicitada con éxito`],
        `solicitar la devolución del envío ${action.label}`,
      );
    case 'return-order':
      return returnAll(action.orderId, action.labels);
  }
}

/** Does it, tells how it went (D1 §8), and reads again what it may have changed. Never throws. */
export async function runSenderAction(action: ServerAction): Promise<void> {
  await send(action);
  await invalidateApiQueries(readOrder, listOrders, countOrders, publicStates, listShipments, readShipment);
}
