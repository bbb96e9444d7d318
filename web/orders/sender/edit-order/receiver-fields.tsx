import type { orderEdit } from '#shared/orders/modifications.ts';
import type { Form } from '#web/lib/forms.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { FormGrid } from '#web/ui/layouts.tsx';
import { type EditedField, type EditValues, editLabel } from './edit-values.ts';

interface ReceiverFieldsProps {
  form: Form<EditValues, typeof orderEdit>;
  /** Returns the original value of a changed field; undefined for an unchanged field. */
  changedFrom: (field: EditedField) => string | undefined;
}

/** Editable fields of the receiver (D1 §3 Edit-order payload). */
export function ReceiverFields({ form, changedFrom }: ReceiverFieldsProps) {
  const text = (field: 'receiver_name' | 'email' | 'receiver_phone') => ({
    form,
    name: `receiver.${field}` as const,
    label: editLabel(field),
    changedFrom: changedFrom(field),
    autoComplete: 'off',
  });
  return (
    <FormGrid>
      <TextField {...text('receiver_name')} span={12} />
      <TextField {...text('email')} type="email" inputMode="email" span={6} />
      <TextField {...text('receiver_phone')} type="tel" inputMode="tel" span={6} />
    </FormGrid>
  );
}
