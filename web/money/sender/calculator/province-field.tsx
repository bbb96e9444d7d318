import { useEffect } from 'react';
import type { Form } from '#web/lib/forms.ts';
import { SelectField } from '#web/parts/form/select-field.tsx';
import { QUOTE_LABELS, type QuoteValues, type quoteSchema } from './quote-values.ts';
import { useProvinces, type ZipProvinces } from './use-provinces.ts';

function hintOf({ names, sure, unknown }: ZipProvinces): string {
  if (unknown) return 'No encontramos ese código postal: elegí la provincia';
  if (sure === null && names.length > 1) return `Ese código postal está en ${names.length} provincias: elegí una`;
  return 'Se completa con el código postal';
}

/** Selects the province of a postal code: automatically when there is only one, otherwise the user chooses (D2 §7). */
export function ProvinceField({ form }: { form: Form<QuoteValues, typeof quoteSchema> }) {
  const { rhf } = form;
  const typed = rhf.watch('zip_code');
  const found = useProvinces(typed);
  const { names, sure, loading } = found;
  const shouldValidate = form.errorOf('province') !== undefined;

  // A different code invalidates the selected province.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the code and its response trigger the effect
  useEffect(() => {
    rhf.setValue('province', sure ?? '', { shouldDirty: true, shouldValidate });
  }, [typed, sure]);

  return (
    <SelectField
      form={form}
      name="province"
      label={QUOTE_LABELS.province}
      placeholder={loading ? 'Buscando…' : 'Elegí una provincia'}
      hint={hintOf(found)}
      options={names.map((name) => ({ value: name, label: name }))}
      span={8}
    />
  );
}
