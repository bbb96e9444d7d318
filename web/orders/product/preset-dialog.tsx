import * as z from 'zod/mini';
import {
  createPackagePreset,
  listPackagePresets,
  type PackagePreset,
  packagePresetForm,
  updatePackagePreset,
} from '#shared/orders/product/package-presets.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';
import { NumberField } from '#web/kit/form/field/number-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import type { Measures } from './measures.ts';
import { measuresOf, NO_MEASURES } from './preset-measures.ts';

type PresetValues = Measures & { name: string };

const LABELS: Record<string, string> = {
  name: 'Nombre',
  length: 'Largo',
  width: 'Ancho',
  height: 'Alto',
  weight: 'Peso',
};
const labelOf = (field: string) => LABELS[field] ?? field;

/** Parses typed numbers, then validates them by the contract. */
const presetSchema = z.pipe(
  z.transform(
    ({ name, length, width, height, weight }: PresetValues): z.input<typeof packagePresetForm> => ({
      name,
      length: normalizeNumber(length),
      width: normalizeNumber(width),
      height: normalizeNumber(height),
      weight: normalizeNumber(weight),
    }),
  ),
  packagePresetForm,
);

interface PresetDialogProps {
  /** The preset to edit; without it, the dialog creates a new one. */
  preset?: PackagePreset;
  /** Measures to begin a new preset with. */
  measures?: Measures;
  onClose: () => void;
}

/** Dialog to add or change a package preset; Enter saves. */
export default function PresetDialog({ preset, measures = NO_MEASURES, onClose }: PresetDialogProps) {
  const create = useApiMutation(createPackagePreset);
  const update = useApiMutation(updatePackagePreset);
  const form = useForm<PresetValues, typeof presetSchema>(presetSchema, {
    defaults: preset ? { name: preset.name, ...measuresOf(preset) } : { name: '', ...measures },
  });

  const save = form.submit(async (body) => {
    try {
      const { message } = preset ? await update.send({ params: { id: preset.id }, body }) : await create.send({ body });
      alerts.success(message);
      void invalidateApiQueries(listPackagePresets);
      onClose();
    } catch (error) {
      showFormError(form, error, { labelOf });
    }
  });

  const side = { form, suffix: 'cm', span: 4, phoneSpan: 2 } as const;
  return (
    <FormDialog
      title={preset ? 'Editar paquete frecuente' : 'Nuevo paquete frecuente'}
      size="md"
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      refused={usePermissionReason('company')}
      pending={create.pending || update.pending}
      onClose={onClose}
      className="stack"
    >
      <FormSubmitError submitError={form.submitError} labelOf={labelOf} />
      <FormGrid>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          hint="Con el que lo vas a elegir: Caja chica, Sobre A4"
          autoComplete="off"
          span={12}
        />
        <NumberField {...side} name="length" label="Largo" />
        <NumberField {...side} name="width" label="Ancho" />
        <NumberField {...side} name="height" label="Alto" />
        <NumberField form={form} name="weight" label="Peso" suffix="g" span={4} phoneSpan={3} />
      </FormGrid>
    </FormDialog>
  );
}
