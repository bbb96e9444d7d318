import { TextField } from '#web/parts/form/text-field.tsx';
import { FormGrid } from '#web/ui/layouts.tsx';
import type { OrderForm } from './order-form.ts';
import { ORDER_LABELS } from './order-labels.ts';

/** Fields of the client's own order number and the sender's name. */
export function OrderDataFields({ form }: { form: OrderForm }) {
  return (
    <FormGrid>
      <TextField
        form={form}
        name="order_id"
        label={ORDER_LABELS.order_id}
        hint="El número con el que la conocés en tu negocio"
        autoComplete="off"
        span={6}
      />
      <TextField
        form={form}
        name="sender_name"
        label={ORDER_LABELS.sender_name}
        optional
        autoComplete="organization"
        span={6}
      />
    </FormGrid>
  );
}
