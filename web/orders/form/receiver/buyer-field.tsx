import { type ComponentProps, useRef, useState } from 'react';
import type { BuyerField as SearchedField } from '#shared/orders/buyers.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { doubtNote } from '#web/parts/form/doubt-note.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field, type FieldProps } from '#web/ui/field.tsx';
import { type FilledField, fillBuyer } from './fill-buyer.ts';
import { type KnownBuyer, useKnownBuyers } from './use-known-buyers.ts';

interface BuyerFieldProps
  extends Pick<FieldProps, 'span' | 'phoneSpan'>,
    Pick<ComponentProps<'input'>, 'type' | 'inputMode'> {
  form: OrderForm;
  name: 'receiver.first_name' | 'receiver.last_name' | 'receiver.document' | 'receiver.receiver_phone';
  label: string;
  by: SearchedField;
  /** Called with the fields that a picked buyer changed. */
  onFilled: (filled: FilledField[]) => void;
  /** Text before the field's own in the search: the first name before the last one. */
  before?: string;
}

const nameOf = ({ buyer: { first_name, last_name } }: KnownBuyer) => `${first_name} ${last_name}`.trim();
const placeOf = ({ address }: KnownBuyer) =>
  address ? `${address.street_name} ${address.street_number}, ${address.city}` : 'Sin domicilio: retira en un punto';
const keyOf = (known: KnownBuyer) =>
  [nameOf(known), known.buyer.document, Object.values(known.address ?? {})].join('|');

/** Text field of the receiver that proposes the client's known buyers while the person types. Picking one fills in the receiver. */
export function BuyerField({
  form,
  name,
  label,
  by,
  before = '',
  onFilled,
  span,
  phoneSpan,
  ...input
}: BuyerFieldProps) {
  const { rhf } = form;
  const { error, id, onBlur, ref, 'aria-required': required } = form.field(name);
  // Only what is typed is searched, not what a draft or a pick filled in.
  const [typed, setTyped] = useState('');
  /** The field's text before the first key. */
  const beforeTyping = useRef('');
  const known = useKnownBuyers(by, typed === '' ? '' : `${before} ${typed}`);
  return (
    <Field id={id} label={label} error={error} span={span} phoneSpan={phoneSpan} hint={doubtNote(form, name)}>
      <Combobox
        {...input}
        ref={ref}
        name={name}
        aria-required={required}
        autoComplete="off"
        items={known}
        highlightsFirst={false}
        itemKey={keyOf}
        itemText={(item) => `${nameOf(item)}, ${placeOf(item)}`}
        renderItem={(item) => (
          <>
            <b>{nameOf(item)}</b> {item.buyer.document} · {placeOf(item)}
          </>
        )}
        text={rhf.watch(name)}
        onTextChange={(text) => {
          if (typed === '') beforeTyping.current = rhf.getValues(name);
          setTyped(text);
          rhf.setValue(name, text, { shouldDirty: true, shouldValidate: error !== undefined });
        }}
        onPick={(picked) => {
          setTyped('');
          const filled = fillBuyer(form, picked, { name, before: beforeTyping.current });
          onFilled(filled);
          const { address } = picked;
          if (address?.neighborhood_name !== '') return;
          // Loaded on demand: few addresses lack the neighbourhood. Without it the field stays empty.
          void import('./fill-neighborhood.ts')
            .then(({ fillNeighborhood }) => fillNeighborhood(form, address))
            .then((more) => more && onFilled([...filled, more]))
            .catch(() => undefined);
        }}
        onBlur={onBlur}
      />
    </Field>
  );
}
