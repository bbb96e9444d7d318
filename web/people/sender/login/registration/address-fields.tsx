import { useEffect } from 'react';
import { provinces } from '#shared/rules/provinces.ts';
import { SelectField } from '#web/parts/form/select-field.tsx';
import { TextField } from '#web/parts/form/text-field.tsx';
import { provinceOfCpa } from '#web/parts/zip-lookup/zip-places.ts';
import type { Registration } from './use-registration.ts';

const options = provinces.map(({ name }) => ({ value: name, label: name }));

/**
 * Step 3, Domicilio de Colecta. Zip lookup needs a session, so visitors choose the province, unless the letter of a CPA
 * determines it, and type the city.
 */
export function AddressFields({ form }: { form: Registration['forms']['address'] }) {
  const { rhf } = form;
  const province = provinceOfCpa(rhf.watch('sender_address_zip_code'));
  useEffect(() => {
    if (province) rhf.setValue('sender_address_state', province, { shouldDirty: true });
  }, [rhf, province]);
  return (
    <>
      <TextField form={form} name="sender_address_street_name" label="Calle" autoComplete="off" span={8} />
      <TextField form={form} name="sender_address_street_number" label="Número" autoComplete="off" span={4} />
      <TextField form={form} name="sender_address_floor" label="Piso" optional autoComplete="off" span={4} />
      <TextField form={form} name="sender_address_apartment" label="Dpto." optional autoComplete="off" span={4} />
      <TextField form={form} name="sender_address_zip_code" label="Código postal" autoComplete="postal-code" span={4} />
      <SelectField
        form={form}
        name="sender_address_state"
        label="Provincia"
        placeholder="Elegí una provincia"
        options={options}
        span={6}
      />
      <TextField form={form} name="sender_address_city" label="Localidad" autoComplete="address-level2" span={6} />
      <TextField form={form} name="sender_address_neighborhood_name" label="Barrio" autoComplete="off" span={6} />
      <TextField
        form={form}
        name="sender_address_other_info"
        label="Observaciones"
        optional
        autoComplete="off"
        span={6}
      />
    </>
  );
}
