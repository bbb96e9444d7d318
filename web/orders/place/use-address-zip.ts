import { useRef } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ZipCode } from '#shared/orders/lookups.ts';
import { provinceByName, provinces } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { zipRegion } from '#shared/orders/rules/place/zip-province.ts';
import type { Form } from '#web/kit/form/forms.ts';
import { useZipLookup } from './use-zip-lookup.ts';
import { onlyProvince, provinceOfCpa } from './zip-places.ts';

interface Names<V extends FieldValues> {
  zip_code: FieldPath<V>;
  state: FieldPath<V>;
  city: FieldPath<V>;
  neighborhood_name: FieldPath<V>;
}

const inTheCity = ({ province }: ZipCode) => provinceByName(province)?.letter === 'C';

const FROM_ZIP = 'Se completa con el código postal';

/**
 * Links the postal code, province and city of an address: picking a locality fills all three (D1 §2). For a code that
 * is not in the table, the letter of a CPA gives the province, or the user chooses it (readings C46).
 */
export function useAddressZip<V extends FieldValues, S extends z.ZodMiniType>(form: Form<V, S>, names: Names<V>) {
  const { rhf, errorOf } = form;
  const read = (name: FieldPath<V>) => String(rhf.watch(name) ?? '');
  const typed = read(names.zip_code);
  const lookup = useZipLookup(typed);
  const region = zipRegion(parseZip(typed)?.digits ?? typed.trim());
  const filled = useRef<ZipCode | null>(null);

  const write = (name: FieldPath<V>, value: string) => {
    const shouldValidate = errorOf(name) !== undefined;
    rhf.setValue(name, value as FieldPathValue<V, FieldPath<V>>, { shouldDirty: true, shouldValidate });
  };
  const fill = (locality: ZipCode) => {
    filled.current = locality;
    write(names.state, locality.province);
    write(names.city, locality.city);
    // In the City of Buenos Aires, localities are neighbourhoods.
    if (inTheCity(locality) && rhf.getValues(names.neighborhood_name) === '')
      write(names.neighborhood_name, locality.city);
  };
  const empty = (name: FieldPath<V>, value: string) => {
    if (rhf.getValues(name) === value) write(name, '');
  };

  return {
    typed,
    lookup,
    city: read(names.city),
    /** True when the province can't be derived from the code. */
    chooseProvince: lookup.unknown && provinceOfCpa(typed) === null,
    /** The provinces in the region of an unlisted code. */
    choices: provinces
      .filter(({ letter }) => region.length === 0 || region.includes(letter))
      .map(({ name }) => ({ value: name, label: name })),
    provinceHint: lookup.unknown ? 'Según la letra del código postal' : FROM_ZIP,
    /** Changes the code and clears what the previous code filled in; keeps a typed city. */
    type(text: string) {
      write(names.zip_code, text);
      const code = provinceOfCpa(text);
      write(names.state, code ?? '');
      if (filled.current) {
        empty(names.city, filled.current.city);
        if (inTheCity(filled.current)) empty(names.neighborhood_name, filled.current.city);
      }
      filled.current = null;
    },
    pick(locality: ZipCode) {
      // A CPA is more precise than the row that it found.
      if (parseZip(typed)?.cpa == null) write(names.zip_code, locality.zip_code);
      fill(locality);
    },
    /** Fills in what is unambiguous when the field loses the focus without a pick. */
    completeOnBlur() {
      const [onlyLocality] = lookup.places;
      const province = onlyProvince(lookup.places);
      const state = rhf.getValues(names.state) as string;
      if (!onlyLocality || province === null || (state !== '' && state !== province)) return;
      if (lookup.places.length === 1 && rhf.getValues(names.city) === '') fill(onlyLocality);
      else if (state === '') write(names.state, province);
    },
  };
}
