import { cancelOrder, countOrders, listOrders, readOrder } from '#shared/orders/orders.ts';
import {
  cancelShipment,
  listShipments,
  publicStates,
  readOrderStates,
  readShipment,
  returnShipment,
} from '#shared/orders/shipments.ts';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import type { SenderAction } from './sender-action.ts';

type ServerAction = Exclude<SenderAction, { kind: 'reverse' }>;

/** Last line of every failure (D1 §8). */
const TRY_LATER = 'Por favor, vuelva a intentarlo más tarde';

/** Returns the message of a 4xx; other failures have no message that helps the sender. */
function reasonOf(error: unknown): string[] {
  const { status, firstMessage } = asApiError(error);
  return status >= 400 && status < 500 ? [firstMessage] : [];
}

/** Returns a note about printed labels of a cancelled shipment. */
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

/** A shipment for which an action failed; `reason` is empty if no reason helps the sender. */
interface FailedShipment {
  label: string;
  reason: string;
}

/** Maximum number of labels in one line: an order may have a hundred shipments. */
const NAMED = 5;

/** Returns one line per reason, with its shipments: 'Los envíos X-1 y X-2 no se pudieron: …'. */
export function failedShipmentLines(failed: readonly FailedShipment[]): string[] {
  return [...Map.groupBy(failed, ({ reason }) => reason)].map(([reason, shipments]) => {
    const labels = shipments.map(({ label }) => label);
    const subject =
      labels.length === 1 ? `El envío ${labels[0]} no se pudo` : `Los envíos ${listLabels(labels)} no se pudieron`;
    return reason ? `${subject}: ${reason}` : `${subject}.`;
  });
}

/** Returns 'X-1, X-2 y X-3'; from the sixth label on only their number. */
function listLabels(labels: readonly string[]): string {
  const more = labels.length - NAMED;
  const parts = more > 0 ? [...labels.slice(0, NAMED), `${more} más`] : labels;
  return new Intl.ListFormat('es-AR').format(parts);
}

/** Requests several returns in parallel and shows one alert that names each failure (readings C27). */
async function returnAll(orderId: string, labels: readonly string[]): Promise<void> {
  const answers = await Promise.allSettled(labels.map((id) => call(returnShipment, { params: { id } })));
  const rejections = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  if (rejections.some((reason) => asApiError(reason).sessionEnded)) return;
  const failed = answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [{ label: labels[index] ?? '', reason: reasonOf(answer.reason)[0] ?? '' }] : [],
  );
  const lines = failedShipmentLines(failed);
  const requestedCount = labels.length - failed.length;
  if (failed.length === 0) {
    alerts.success('Devolución solicitada', `La devolución de la orden ${orderId} ha sido solicitada con éxito`);
  } else if (requestedCount > 0) {
    const shipments = requestedCount === 1 ? '1 envío' : `${requestedCount} envíos`;
    alerts.warning('Devolución solicitada en parte', `Se pidió la devolución de ${shipments}.`, lines);
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

/** Runs an action, shows the result (D1 §8), and refetches the changed data. Never throws. */
export async function runSenderAction(action: ServerAction): Promise<void> {
  await send(action);
  await invalidateApiQueries(
    readOrder,
    readOrderStates,
    publicStates,
    listOrders,
    countOrders,
    listShipments,
    readShipment,
  );
}
