import type { FocusEvent, ReactNode } from 'react';
import { pluralize } from '#shared/kit/text/format.ts';
import type { ZipCode } from '#shared/orders/lookups.ts';
import { Combobox } from '#web/kit/ui/field/combobox.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import type { ZipLookup } from './use-zip-lookup.ts';
import { placeName, placeText } from './zip-places.ts';

/** Milliseconds for which the suggestions stay open after the focus is lost (D1 §9). */
const CLOSE_AFTER = 500;

interface ZipFieldProps {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  hint?: ReactNode;
  text: string;
  onTextChange: (text: string) => void;
  onPick: (locality: ZipCode) => void;
  onBlur: (event: FocusEvent) => void;
  lookup: ZipLookup;
  /** City of the address, whose row is ticked. */
  city: string;
  /** The previous value, if it changed. */
  changedFrom?: string | undefined;
  'aria-required'?: true | undefined;
}

const keyOf = ({ zip_code, city, province }: ZipCode) => `${zip_code} ${city} ${province}`;

/** Field of a postal code that suggests its localities. */
export function ZipField({
  id,
  name,
  label,
  error,
  hint,
  text,
  onTextChange,
  onPick,
  onBlur,
  lookup,
  city,
  changedFrom,
  'aria-required': required,
}: ZipFieldProps) {
  const { places, loading } = lookup;
  const picked = places.find((locality) => locality.city === city);
  return (
    <Field id={id} label={label} hint={hint} error={error} changedFrom={changedFrom} span={4}>
      <Combobox
        name={name}
        aria-required={required}
        autoComplete="off"
        autoCapitalize="characters"
        inputMode="text"
        items={places}
        itemKey={keyOf}
        itemText={placeText}
        renderOption={(locality) => (
          <>
            <b>{locality.zip_code}</b> · {placeName(locality)}
          </>
        )}
        text={text}
        onTextChange={onTextChange}
        onPick={onPick}
        pickedKey={picked ? keyOf(picked) : null}
        loading={loading}
        footer={`${pluralize(places.length, 'localidad', 'localidades')} con ${text.trim()}`}
        closeDelayMs={CLOSE_AFTER}
        onBlur={onBlur}
      />
    </Field>
  );
}
