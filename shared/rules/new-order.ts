import type { FieldError } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { NewOrder } from '#shared/orders.ts';
import { type DeliveryModeId, deliveryModeId, modesFor, REVERSE_MODE } from './delivery-modes.ts';
import { strictDocumentProblem } from './document.ts';
import { provinceOfAddress } from './zip.ts';

/** What a client may do, as far as new orders go. */
export interface ModeFlags {
  reverseLogistics: boolean;
  fulfillment: boolean;
  /** True where only the specified is spoken (`STRICT_CONTRACT`, a gateway of somebody else): a document is no CUIT. */
  strict?: boolean;
}

/** Modes that a client's new orders may have. */
export function offeredModes(flags: ModeFlags): DeliveryModeId[] {
  return modesFor(flags).map(({ id }) => id);
}

/** What is wrong with a new order beyond its single fields, as far as that shows without the tables. All of it at once. */
export function newOrderProblems(order: Pick<NewOrder, 'delivery_mode' | 'receiver'>, flags: ModeFlags): FieldError[] {
  const errors: FieldError[] = [];
  const mode = deliveryModeId(order.delivery_mode) ?? 1;
  if (!offeredModes(flags).includes(mode)) {
    errors.push({ field: 'delivery_mode', message: 'Tu cuenta no tiene habilitado este modo de entrega' });
  }
  if (mode !== REVERSE_MODE && order.receiver.document === '') {
    errors.push({ field: 'receiver.document', message: messages.required });
  }
  const document = flags.strict ? strictDocumentProblem(order.receiver.document) : null;
  if (document) errors.push({ field: 'receiver.document', message: document });
  if (!provinceOfAddress(order.receiver.address)) {
    errors.push({ field: 'receiver.address.state', message: messages.province });
  }
  return errors;
}
