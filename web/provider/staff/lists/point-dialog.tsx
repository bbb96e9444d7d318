import { messages } from '#shared/messages.ts';
import {
  listPickupPoints,
  type OperatorPickupPoint,
  pickupPointRow,
  savePickupPoint,
} from '#shared/provider/staff-pickup-points.ts';
import { readSetup } from '#shared/provider/staff-setup.ts';
import { isDeclined } from '#web/console/price-confirmation.tsx';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { FormDialog } from '#web/parts/form/form-dialog.tsx';
import { FormErrorSummary } from '#web/parts/form/form-error-summary.tsx';
import { SelectField } from '#web/parts/form/select-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { FormGrid } from '#web/ui/layouts.tsx';
import { PROVINCE_OPTIONS } from './province-options.ts';

const LABELS: Record<string, string> = {
  code: 'Código',
  name: 'Nombre',
  street: 'Domicilio',
  city: 'Localidad',
  province: 'Provincia',
  zip_code: 'Código postal',
  hours: 'Horario',
  lat: 'Latitud',
  lon: 'Longitud',
};

const REQUIRED = ['name', 'street', 'city', 'province', 'zip_code'] as const;

const labelOf = (field: string) => LABELS[field] ?? field;

/** Adds a pickup point, or changes one. */
export function PointDialog({ point, onClose }: { point: OperatorPickupPoint | null; onClose: () => void }) {
  const { send, pending } = useApiMutation(savePickupPoint);
  const form = useForm(pickupPointRow, {
    defaults: {
      code: '',
      name: '',
      street: '',
      city: '',
      province: '',
      zip_code: '',
      hours: '',
      active: true,
      ...point,
      lat: point?.lat?.toString() ?? '',
      lon: point?.lon?.toString() ?? '',
    },
    // A row of a file may leave cells of a point that exists empty; a new point may not.
    check: (values) =>
      REQUIRED.filter((field) => values[field].trim() === '').map((field) => ({ field, message: messages.required })),
  });
  const { error: _error, ...active } = form.field('active');
  const save = form.submit(async (_, { code, ...body }) => {
    try {
      alerts.success((await send({ params: { code }, body: { ...body, only_new: point === null } })).message);
      onClose();
      await invalidateApiQueries(listPickupPoints, readSetup);
    } catch (error) {
      if (isDeclined(error)) return;
      showFormError(form, error, { labelOf, focus: 'name' });
    }
  });
  return (
    <FormDialog
      title={point ? `Cambiar ${point.name}` : 'Nuevo punto de retiro'}
      size="lg"
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      pending={pending}
      refused={null}
      onClose={onClose}
      className="stack"
    >
      <FormErrorSummary form={form} labelOf={labelOf} />
      <FormGrid>
        <TextField
          form={form}
          name="code"
          label="Código"
          readOnly={point !== null}
          hint={point ? 'El código no cambia.' : 'Letras, números y guiones.'}
          span={4}
        />
        <TextField form={form} name="name" label="Nombre" hint="Lo ven los clientes." span={8} />
        <TextField form={form} name="street" label="Domicilio" span={6} />
        <TextField form={form} name="city" label="Localidad" span={6} />
        <SelectField
          form={form}
          name="province"
          label="Provincia"
          options={PROVINCE_OPTIONS}
          placeholder="Elegí una provincia"
          span={8}
        />
        <TextField form={form} name="zip_code" label="Código postal" span={4} />
        <TextField form={form} name="hours" label="Horario" optional hint="Como lo lee quien retira." span={12} />
        <TextField form={form} name="lat" label="Latitud" optional inputMode="decimal" span={6} />
        <TextField form={form} name="lon" label="Longitud" optional inputMode="decimal" span={6} />
      </FormGrid>
      <Checkbox label="Recibe órdenes nuevas" {...active} />
    </FormDialog>
  );
}
