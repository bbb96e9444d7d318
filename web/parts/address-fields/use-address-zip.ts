import { useRef } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ZipCode } from '#shared/lookups.ts';
import { provinceByName, provinces } from '#shared/rules/provinces.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { ZIP_REGIONS } from '#shared/rules/zip-province.ts';
import type { Form } from '#web/lib/forms.ts';
import { onlyProvince, provinceOfCpa } from '#web/parts/zip-lookup/zip-places.ts';
import { useZipLookup } from './use-zip-lookup.ts';

interface Names<V extends FieldValues> {
  zip_code: FieldPath<V>;
  state: FieldPath<V>;
  city: FieldPath<V>;
  neighborhood_name: FieldPath<V>;
}

const inTheCity = ({ province }: ZipCode) => provinceByName(province)?.letter === 'C';

const FROM_ZIP = 'Se completa con el código postal';

/**
 * Postal code, province and city of an address as one: choosing a locality fills all three (D1 §2); a code that the table
 * lacks takes the province from the letter of a CPA, or lets it be chosen (readings C46).
 */
export function useAddressZip<V extends FieldValues, S extends z.ZodMiniType>(form: Form<V, S>, names: Names<V>) {
  const { rhf, errorOf } = form;
  const read = (name: FieldPath<V>) => String(rhf.watch(name) ?? '');
  const typed = read(names.zip_code);
  const lookup = useZipLookup(typed);
  const filled = useRef<ZipCode | null>(null);

  const write = (name: FieldPath<V>, value: string) => {
    const shouldValidate = errorOf(name) !== undefined;
    rhf.setValue(name, value as FieldPathValue<V, FieldPath<V>>, { shouldDirty: true, shouldValidate });
  };
  const fill = (place: ZipCode) => {
    filled.current = place;
    write(names.state, place.province);
    write(names.city, place.city);
    // The localities of the City are its neighbourhoods.
    if (inTheCity(place) && rhf.getValues(names.neighborhood_name) === '') write(names.neighborhood_name, place.city);
  };
  const empty = (name: FieldPath<V>, value: string) => {
    if (rhf.getValues(name) === value) write(name, '');
  };

  return {
    typed,
    lookup,
    city: read(names.city),
    /** True when the province can't come from the code. */
    chooseProvince: lookup.unknown && provinceOfCpa(typed) === null,
    /** Provinces to choose from: those of the region of an unlisted code. */
    choices: provinces
      .filter(({ letter }) => ZIP_REGIONS[typed.trim().charAt(0)]?.includes(letter) ?? true)
      .map(({ name }) => ({ value: name, label: name })),
    provinceHint: lookup.unknown ? 'Según la letra del código postal' : FROM_ZIP,
    /** Another code: what the last one filled in no longer holds; a city that was typed stays. */
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
    pick(place: ZipCode) {
      // A CPA says more than the row that it found.
      if (parseZip(typed)?.cpa == null) write(names.zip_code, place.zip_code);
      fill(place);
    },
    /** The field was left without choosing: what is beyond doubt is filled in all the same. */
    completeOnBlur() {
      const [only] = lookup.places;
      const province = onlyProvince(lookup.places);
      const state = rhf.getValues(names.state) as string;
      if (!only || province === null || (state !== '' && state !== province)) return;
      if (lookup.places.length === 1 && rhf.getValues(names.city) === '') fill(only);
      else if (state === '') write(names.state, province);
    },
  };
}
