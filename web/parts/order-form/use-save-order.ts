import { useRef, useState } from 'react';
import { countOrders, createOrder, listOrders } from '#shared/orders.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asFailure } from '#web/lib/call-failure.ts';
import { refreshCalls } from '#web/lib/queries.ts';
import { useSend } from '#web/lib/send.ts';
import { showFailure } from '#web/parts/form/show-failure.ts';
import { addMissingItems } from './missing-items.ts';
import type { OrderForm } from './order-form.ts';
import { fieldLabel } from './order-labels.ts';
import { orderPayload } from './order-payload.ts';
import { useMainAddress } from './use-main-address.ts';

/** What follows a save: the list, or the next order. */
export type Then = 'leave' | 'another';

export interface SaveOrder {
  save: (then: Then) => void;
  /** The save that is on its way. */
  saving: Then | null;
}

/** Sends the order once, however often it is asked to, and tells how it went (D1 §8). */
export function useSaveOrder(form: OrderForm, onSaved: (then: Then, mode: number) => void): SaveOrder {
  const { send } = useSend(createOrder);
  const main = useMainAddress();
  const [saving, setSaving] = useState<Then | null>(null);
  const busy = useRef(false);

  async function save(then: Then): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    let savedMode: number | null = null;
    await form.submit(async (parsed) => {
      // Not before: what is wrong with a field is shown by one render of a large form, not by three.
      setSaving(then);
      try {
        // Without the list the gateway takes the main address itself.
        const { message } = await send({ body: orderPayload(parsed, main?.id ?? null) });
        alerts.success(message);
        void refreshCalls(listOrders, countOrders);
        savedMode = parsed.delivery_mode;
      } catch (error) {
        addMissingItems(form, asFailure(error).errors);
        showFailure(form, error, { labelOf: fieldLabel });
      }
    })();
    busy.current = false;
    setSaving(null);
    // Not before the form has finished sending: its last word would count as a change and become a draft.
    if (savedMode !== null) onSaved(then, savedMode);
  }

  return { save: (then) => void save(then), saving };
}
