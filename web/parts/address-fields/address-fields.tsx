import type { FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { countCodePoints } from '#shared/code-points.ts';
import type { Form } from '#web/lib/forms.ts';
import { SelectField } from '#web/parts/form/select-field.tsx';
import { TextField } from '#web/parts/form/text-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/text-input.tsx';
import { ADDRESS_LABELS, type AddressPart } from './address-labels.ts';
import { useAddressZip } from './use-address-zip.ts';
import { ZipField } from './zip-field.tsx';

/** Maximum length of the observations (D1 §5), for the counter. */
const OTHER_INFO_MAX = 250;

/** The streets between which a receiver lives; collection addresses don't have them. */
type BetweenStreets = 'between_1' | 'between_2';

export interface AddressFieldsProps<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  /** The form's field of each part of the address. */
  names: Record<Exclude<AddressPart, BetweenStreets>, FieldPath<V>> & Partial<Record<BetweenStreets, FieldPath<V>>>;
  /** Returns the previous value of a changed part, which marks it as changed. */
  changedFrom?: (part: AddressPart) => string | undefined;
}

/** Street, postal code with its look-up, province, city and observations of an address. */
export function AddressFields<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  names,
  changedFrom,
}: AddressFieldsProps<V, S>) {
  const zip = useAddressZip(form, names);
  const { error: zipError, id: zipId, onBlur: checkZip } = form.field(names.zip_code);
  const otherInfo = String(form.rhf.watch(names.other_info) ?? '');
  const { error: infoError, id: infoId, ...info } = form.field(names.other_info);
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
      <Field
        id={infoId}
        label={ADDRESS_LABELS.other_info}
        error={infoError}
        changedFrom={changedFrom?.('other_info')}
        counter={{ used: countCodePoints(otherInfo.trim()), max: OTHER_INFO_MAX }}
        span={12}
      >
        <Textarea rows={2} {...info} />
      </Field>
    </>
  );
}
