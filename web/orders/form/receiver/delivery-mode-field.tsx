import { RadioCards } from '#web/kit/ui/field/choice.tsx';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { ORDER_LABELS } from '#web/orders/form/order-labels.ts';

export interface OfferedMode {
  id: string;
  name: string;
}

/** Choice of the delivery mode: one card per mode. */
export function DeliveryModeField({ form, modes }: { form: OrderForm; modes: readonly OfferedMode[] }) {
  // A radio button can't be required by ARIA, only its group, which a fieldset isn't.
  const { error, 'aria-required': _, ...control } = form.field('delivery_mode');
  return (
    <RadioCards
      {...control}
      legend={ORDER_LABELS.delivery_mode}
      hideLegend
      error={error ?? null}
      options={modes.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
