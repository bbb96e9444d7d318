import { useRef, useState } from 'react';
import { countOrders, createOrder, listOrders } from '#shared/orders.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { addMissingItems } from './missing-items.ts';
import type { OrderForm } from './order-form.ts';
import { fieldLabel } from './order-labels.ts';
import { orderPayload } from './order-payload.ts';
import { useMainAddress } from './use-main-address.ts';

/** What follows a save: the list, or the next order. */
export type AfterSave = 'leave' | 'another';

export interface SaveOrder {
  save: (then: AfterSave) => void;
  /** The save that is on its way. */
  saving: AfterSave | null;
}

/** Sends the order once, however often it is asked to, and tells how it went (D1 §8). */
export function useSaveOrder(form: OrderForm, onSaved: (then: AfterSave, mode: number) => void): SaveOrder {
  const { send } = useApiMutation(createOrder);
  const main = useMainAddress();
  const [saving, setSaving] = useState<AfterSave | null>(null);
  const busy = useRef(false);

  async function save(then: AfterSave): Promise<void> {
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
        void invalidateApiQueries(listOrders, countOrders);
        savedMode = parsed.delivery_mode;
      } catch (error) {
        addMissingItems(form, asApiError(error).errors);
        showFormError(form, error, { labelOf: fieldLabel });
      }
    })();
    busy.current = false;
    setSaving(null);
    // Not before the form has finished sending: its last word would count as a change and become a draft.
    if (savedMode !== null) onSaved(then, savedMode);
  }

  return { save: (then) => void save(then), saving };
}
