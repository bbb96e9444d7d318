import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import { takeCodePoints } from '#shared/kit/text/code-points.ts';
import type { BuyerField as SearchedField } from '#shared/orders/buyers.ts';
import type { SenderAddress } from '#shared/people/account.ts';
import { doubtNote } from '#web/kit/form/field/doubt-note.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { Combobox } from '#web/kit/ui/field/combobox.tsx';
import { Field, type FieldProps } from '#web/kit/ui/field/field.tsx';
import { FormGrid, FormSection } from '#web/kit/ui/layout/layouts.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { fieldLabel, ORDER_LABELS } from '#web/orders/form/order-labels.ts';
import { AddressFields } from '#web/orders/place/address-fields.tsx';
import { paths } from '#web/paths.ts';
import { type FilledField, fillBuyer, unfillBuyer } from './fill-buyer.ts';
import { RECEIVER_ADDRESS } from './receiver-address.ts';
import { type KnownBuyer, useKnownBuyers } from './use-known-buyers.ts';
import { useMainAddress } from './use-main-address.ts';
import type { OrderPoint } from './use-order-point.ts';

const PointSection = lazyWithPreload(() => import('./point-section.tsx'));

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
function BuyerField({ form, name, label, by, before = '', onFilled, span, phoneSpan, ...input }: BuyerFieldProps) {
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
        renderOption={(item) => (
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

/** Fields of the receiver. */
function ReceiverFields({ form }: { form: OrderForm }) {
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

/** Sections of the delivery address, or of the pickup point that the sender chooses, and the receiver. */
export function DeliverySections({ form, point }: { form: OrderForm; point: OrderPoint | null }) {
  return (
    <>
      {point ? (
        <FormSection title="Punto de retiro">
          <Suspense fallback={null}>
            <PointSection form={form} point={point} />
          </Suspense>
        </FormSection>
      ) : (
        <FormSection title="Domicilio de entrega">
          <FormGrid>
            <AddressFields form={form} names={RECEIVER_ADDRESS} pasteLabelOf={fieldLabel} />
          </FormGrid>
        </FormSection>
      )}
      <FormSection title="Datos del destinatario">
        <ReceiverFields form={form} />
      </FormSection>
    </>
  );
}

/** Section of reverse logistics: where and from whom shipments are collected, and where they go (D2 §2). */
export function CollectionSection({ form }: { form: OrderForm }) {
  return (
    <FormSection title="Datos de retiro" lead={<Destination address={useMainAddress()} />}>
      <div className="stack">
        <FormGrid>
          <AddressFields form={form} names={RECEIVER_ADDRESS} pasteLabelOf={fieldLabel} />
        </FormGrid>
        <ReceiverFields form={form} />
      </div>
    </FormSection>
  );
}

const addressText = ({ street_name, street_number, city }: SenderAddress) => `${street_name} ${street_number}, ${city}`;

function Destination({ address }: { address: SenderAddress | null | undefined }) {
  if (address === null) {
    return (
      <>
        Lo retiramos acá. Para saber adónde llevarlo, elegí tu dirección principal en{' '}
        <Link to={paths.account}>Mi Cuenta</Link>.
      </>
    );
  }
  return `Lo retiramos acá y lo llevamos a tu dirección principal${address ? `: ${addressText(address)}` : ''}.`;
}
