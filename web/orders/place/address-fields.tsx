import type { FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { doubtNote } from '#web/kit/form/field/doubt-note.tsx';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import type { Form } from '#web/kit/form/forms.ts';
import { PasteContact } from '#web/orders/paste-contact/paste-contact.tsx';
import { ADDRESS_LABELS, type AddressPart } from './address-labels.ts';
import { ObservationsField } from './observations-field.tsx';
import { useAddressZip } from './use-address-zip.ts';
import { ZipField } from './zip-field.tsx';

/** The streets on both sides of a receiver’s address; collection addresses don't have them. */
type BetweenStreets = 'between_1' | 'between_2';

export interface AddressFieldsProps<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  /** The form's field of each part of the address. */
  names: Record<Exclude<AddressPart, BetweenStreets>, FieldPath<V>> & Partial<Record<BetweenStreets, FieldPath<V>>>;
  /** Returns the previous value of a changed part, which marks it as changed. */
  changedFrom?: (part: AddressPart) => string | undefined;
  /** Returns the label of each field of the form; only a form with a receiver, which a pasted text may fill, has it. */
  pasteLabelOf?: (name: string) => string;
}

/** Street, postal code with its look-up, province, city and observations of an address. */
export function AddressFields<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  names,
  changedFrom,
  pasteLabelOf,
}: AddressFieldsProps<V, S>) {
  const zip = useAddressZip(form, names);
  const { error: zipError, id: zipId, onBlur: checkZip, 'aria-required': zipRequired } = form.field(names.zip_code);
  const { between_1, between_2 } = names;
  const named = (part: AddressPart, name: FieldPath<V>) => ({
    form,
    name,
    label: ADDRESS_LABELS[part],
    autoComplete: 'off',
    changedFrom: changedFrom?.(part),
  });
  const text = (part: Exclude<AddressPart, BetweenStreets>) => named(part, names[part]);

  return (
    <>
      {pasteLabelOf && <PasteContact form={form} address={names.city.replace(/city$/, '')} labelOf={pasteLabelOf} />}
      <TextField {...text('street_name')} span={6} />
      <TextField {...text('street_number')} span={2} />
      <TextField {...text('floor')} span={2} phoneSpan={3} optional />
      <TextField {...text('apartment')} span={2} phoneSpan={3} optional />
      {between_1 && <TextField {...named('between_1', between_1)} span={6} />}
      {between_2 && <TextField {...named('between_2', between_2)} span={6} optional />}
      <ZipField
        id={zipId}
        name={names.zip_code}
        label={ADDRESS_LABELS.zip_code}
        error={zipError}
        hint={doubtNote(form, names.zip_code)}
        aria-required={zipRequired}
        text={zip.typed}
        onTextChange={zip.type}
        onPick={zip.pick}
        onBlur={(event) => {
          zip.completeOnBlur();
          checkZip(event);
        }}
        lookup={zip.lookup}
        city={zip.city}
        changedFrom={changedFrom?.('zip_code')}
      />
      {zip.chooseProvince ? (
        <SelectField
          form={form}
          name={names.state}
          label={ADDRESS_LABELS.state}
          placeholder="Elegí una provincia"
          hint="No encontramos ese código postal: elegí la provincia y escribí la localidad"
          options={zip.choices}
          changedFrom={changedFrom?.('state')}
          span={8}
        />
      ) : (
        <TextField
          {...text('state')}
          hint={changedFrom?.('state') === undefined ? zip.provinceHint : undefined}
          readOnly
          span={8}
        />
      )}
      <TextField {...text('city')} span={6} />
      <TextField {...text('neighborhood_name')} span={6} />
      <ObservationsField form={form} name={names.other_info} changedFrom={changedFrom?.('other_info')} />
    </>
  );
}
