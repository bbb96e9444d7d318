import type { FocusEvent } from 'react';
import { pluralize } from '#shared/format.ts';
import type { ZipCode } from '#shared/lookups.ts';
import { placeName, placeText } from '#web/parts/zip-lookup/zip-places.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import type { ZipLookup } from './use-zip-lookup.ts';

/** How long the suggestions outlive the focus, in ms (D1 §9). */
const CLOSE_AFTER = 500;

interface ZipFieldProps {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  text: string;
  onTextChange: (text: string) => void;
  onPick: (place: ZipCode) => void;
  onBlur: (event: FocusEvent) => void;
  lookup: ZipLookup;
  /** City of the address: the row of the same name carries the tick. */
  city: string;
  /** What it said before, where it says something else now. */
  changedFrom?: string | undefined;
}

const keyOf = ({ zip_code, city, province }: ZipCode) => `${zip_code} ${city} ${province}`;

/** A postal code with the localities that have it. */
export function ZipField({
  id,
  name,
  label,
  error,
  text,
  onTextChange,
  onPick,
  onBlur,
  lookup,
  city,
  changedFrom,
}: ZipFieldProps) {
  const { places, loading } = lookup;
  const picked = places.find((place) => place.city === city);
  return (
    <Field {...{ id, label, error, changedFrom }} span={4}>
      <Combobox
        name={name}
        autoComplete="off"
        autoCapitalize="characters"
        inputMode="text"
        items={places}
        itemKey={keyOf}
        itemText={placeText}
        renderItem={(place) => (
          <>
            <b>{place.zip_code}</b> · {placeName(place)}
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
