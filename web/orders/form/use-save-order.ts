import { useRef, useState } from 'react';
import type { CallInput } from '#shared/kit/http/endpoint.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { orderDoubts } from '#shared/orders/order-doubts.ts';
import { countOrders, listOrders, NOT_INFORMED } from '#shared/orders/orders.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import type { OrderForm } from './order-form.ts';
import { fieldLabel } from './order-labels.ts';
import type { ParsedOrder } from './order-schema.ts';
import { useMainAddress } from './receiver/use-main-address.ts';
import { addMissingItems } from './shipments/missing-items.ts';

/** What happens after a save: back to the list, or the next order. */
export type AfterSave = 'leave' | 'another';

export interface SaveOrder {
  save: (afterSave: AfterSave) => void;
  /** The pending save. */
  saving: AfterSave | null;
  /** Doubtful data that the user is asked about before the save. */
  question: DoubtsQuestion | null;
}

/** Doubts in sentences; `answer` saves or returns to the form. */
export interface DoubtsQuestion {
  sentences: readonly string[];
  answer: (save: boolean) => void;
}

type OrderBody = NonNullable<CallInput<typeof createOrder>['body']>;

/** Item of a shipment without items (D1 §3, readings C21). */
const placeholder = { sku: NOT_INFORMED, item: NOT_INFORMED, quantity: 1 };

/** Returns the payload of D1 §3; for a chosen pickup point with its code and without an address. */
export function orderPayload(order: ParsedOrder, pickupAddressId: number | null): OrderBody {
  const { address, ...receiver } = order.receiver;
  return {
    order_id: order.order_id,
    delivery_mode: order.delivery_mode,
    pickup_address_id: pickupAddressId,
    sender_name: order.sender_name,
    ...(order.pickup_point_code && { pickup_point_code: order.pickup_point_code }),
    receiver: { ...receiver, address },
    shipments: order.shipments.map(({ items, width, height, length, weight, items_value }) => ({
      width,
      height,
      length,
      weight,
      items_value,
      items: items.length === 0 ? [placeholder] : items.map((item, index) => ({ ...item, index })),
    })),
  };
}

/** Saves the order, once at a time, and shows the result (D1 §8). Asks first about doubtful data, and never refuses it. */
export function useSaveOrder(form: OrderForm, onSaved: (afterSave: AfterSave, mode: number) => void): SaveOrder {
  const { send } = useApiMutation(createOrder);
  const mainAddress = useMainAddress();
  const [saving, setSaving] = useState<AfterSave | null>(null);
  const [question, setQuestion] = useState<DoubtsQuestion | null>(null);
  const busy = useRef(false);

  const confirm = (sentences: readonly string[]) =>
    new Promise<boolean>((resolve) => {
      setQuestion({
        sentences,
        answer(decision) {
          setQuestion(null);
          resolve(decision);
        },
      });
    });

  async function save(afterSave: AfterSave): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    let savedMode: number | null = null;
    await form.submit(async (parsed) => {
      const unusual = [...new Set(orderDoubts(parsed).map(({ message }) => message))];
      if (unusual.length > 0 && !(await confirm(unusual))) return;
      // Set only after the validation: errors of a large form then take one render instead of three.
      setSaving(afterSave);
      try {
        // Without an id the gateway takes the main address.
        const { message } = await send({ body: orderPayload(parsed, mainAddress?.id ?? null) });
        alerts.success(message);
        void invalidateApiQueries(listOrders, countOrders);
        savedMode = parsed.delivery_mode;
      } catch (error) {
        addMissingItems(form, asApiError(error).errors);
        showFormError(form, error, { labelOf: fieldLabel });
      }
    })();
    // The form stays on the page until the list's code has come: a second click must not send the saved order again.
    busy.current = savedMode !== null && afterSave === 'leave';
    setSaving(null);
    // After the submit has finished: its last state change would count as a change and write a draft.
    if (savedMode !== null) onSaved(afterSave, savedMode);
  }

  return { save: (afterSave) => void save(afterSave), saving, question };
}
