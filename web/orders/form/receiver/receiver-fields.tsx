import { Suspense, useEffect, useRef, useState } from 'react';
import { takeCodePoints } from '#shared/code-points.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { ORDER_LABELS } from '#web/orders/form/order-labels.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { FormGrid } from '#web/ui/layouts.tsx';
import { BuyerField } from './buyer-field.tsx';
import { type FilledField, unfillBuyer } from './fill-buyer.ts';

const BuyerNote = lazyWithPreload(() => import('./buyer-note.tsx'));

/** Maximum length of a receiver's name (D1 §5): first and last name of 30 each, joined by a blank, exceed it by one. */
const NAME_MAX = 60;

/** Fills in the receiver's name from first and last name, until the user types another name. */
function useReceiverName({ rhf }: OrderForm): void {
  const [first, last] = rhf.watch(['receiver.first_name', 'receiver.last_name']);
  const fullName = takeCodePoints(`${first.trim()} ${last.trim()}`.trim(), NAME_MAX).trim();
  const previousName = useRef(fullName);
  useEffect(() => {
    const untouched = rhf.getValues('receiver.receiver_name') === previousName.current;
    previousName.current = fullName;
    if (!untouched || rhf.getValues('receiver.receiver_name') === fullName) return;
    const isInvalid = rhf.getFieldState('receiver.receiver_name').invalid;
    rhf.setValue('receiver.receiver_name', fullName, { shouldDirty: true, shouldValidate: isInvalid });
  }, [rhf, fullName]);
}

/** Fields of the receiver. */
export function ReceiverFields({ form }: { form: OrderForm }) {
  useReceiverName(form);
  const [filled, setFilled] = useState<FilledField[]>([]);
  const undo = () => {
    unfillBuyer(form, filled);
    setFilled([]);
  };
  return (
    <>
      {filled.length > 0 && (
        <Suspense fallback={null}>
          <BuyerNote filled={filled} onUndo={undo} />
        </Suspense>
      )}
      <FormGrid>
        <BuyerField
          form={form}
          name="receiver.first_name"
          label={ORDER_LABELS.first_name}
          by="name"
          onFilled={setFilled}
          span={4}
          phoneSpan={3}
        />
        <BuyerField
          form={form}
          name="receiver.last_name"
          label={ORDER_LABELS.last_name}
          by="name"
          onFilled={setFilled}
          before={form.rhf.watch('receiver.first_name')}
          span={4}
          phoneSpan={3}
        />
        <BuyerField
          form={form}
          name="receiver.document"
          label={ORDER_LABELS.document}
          by="document"
          onFilled={setFilled}
          inputMode="numeric"
          span={4}
        />
        <TextField
          form={form}
          name="receiver.receiver_name"
          label={ORDER_LABELS.receiver_name}
          hint="Como sale en la etiqueta. Lo armamos con el nombre y el apellido"
          autoComplete="off"
          span={12}
        />
        <TextField
          form={form}
          name="receiver.email"
          label={ORDER_LABELS.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          span={6}
        />
        <BuyerField
          form={form}
          name="receiver.receiver_phone"
          label={ORDER_LABELS.receiver_phone}
          by="phone"
          onFilled={setFilled}
          type="tel"
          inputMode="tel"
          span={6}
        />
      </FormGrid>
    </>
  );
}
