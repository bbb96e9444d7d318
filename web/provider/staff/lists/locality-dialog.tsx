import { addLocality, listLocalities, localityForm } from '#shared/provider/staff-zip-codes.ts';
import { isDeclined } from '#web/console/price-confirmation.tsx';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { FormDialog } from '#web/parts/form/form-dialog.tsx';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { SelectField } from '#web/parts/form/select-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { PROVINCE_OPTIONS } from './province-options.ts';

/** Adds a locality with its postal code. */
export function LocalityDialog({ onClose }: { onClose: () => void }) {
  const { send, pending } = useApiMutation(addLocality);
  const form = useForm(localityForm, { defaults: { zip_code: '', city: '', province: '' } });
  const save = form.submit(async (body) => {
    try {
      alerts.success((await send({ body })).message);
      onClose();
      await invalidateApiQueries(listLocalities);
    } catch (error) {
      if (isDeclined(error)) return;
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'zip_code' });
    }
  });
  return (
    <FormDialog
      title="Nueva localidad"
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      pending={pending}
      refused={null}
      onClose={onClose}
      className="stack"
    >
      <FormSubmitError submitError={form.submitError} />
      <TextField form={form} name="zip_code" label="Código postal" hint="Cuatro cifras, o un CPA." />
      <TextField form={form} name="city" label="Localidad" />
      <SelectField
        form={form}
        name="province"
        label="Provincia"
        options={PROVINCE_OPTIONS}
        placeholder="Elegí una provincia"
      />
    </FormDialog>
  );
}
