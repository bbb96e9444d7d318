import { useCallback, useState } from 'react';
import { messages } from '#shared/kit/messages.ts';
import { EMPTY_VALUE } from '#shared/kit/text/format.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import {
  importPickupPoints,
  listPickupPoints,
  POINT_FILE_LIMITS,
  pickupPointRow,
  pickupPoints,
  type StaffPickupPoint,
  savePickupPoint,
} from '#shared/provider/staff-pickup-points.ts';
import { readSetup } from '#shared/provider/staff-setup.ts';
import { isDeclined } from '#web/console/kit/price-confirmation.tsx';
import {
  type Cells,
  ExportResource,
  ResourceFilters,
  ResourceTable,
  useResource,
} from '#web/console/kit/resource-list.tsx';
import { call } from '#web/kit/call/api.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from '#web/provider/staff/settings/settings.module.css';
import { ListFileDialog } from './list-file-dialog.tsx';
import { PROVINCE_OPTIONS } from './province-options.ts';

const CELLS: Cells<typeof pickupPoints> = {
  code: null,
  name: {
    cell: ({ code, name, active }) => (
      <span>
        <b>{name}</b> {!active && <Badge colour="gris">Inactivo</Badge>}
        <span className="row-line">{code}</span>
      </span>
    ),
  },
  street: {
    cell: ({ street, city, province, zip_code }) => (
      <span>
        {street}
        <span className="row-line">
          {city}, {provinceByLetter(province)?.name} ({zip_code})
        </span>
      </span>
    ),
  },
  city: null,
  province: null,
  zip_code: null,
  hours: { wrap: true, cell: ({ hours }) => hours || EMPTY_VALUE },
  lat: { header: 'Ubicación', cell: ({ lat, lon }) => (lat === null ? EMPTY_VALUE : `${lat}, ${lon}`) },
  lon: null,
  active: null,
};

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
function PointDialog({ point, onClose }: { point: StaffPickupPoint | null; onClose: () => void }) {
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

/** Adds and changes pickup points by a CSV file, and shows the rows that were refused. */
function PointFile({ onClose }: { onClose: () => void }) {
  return (
    <ListFileDialog
      title="Cargar puntos de retiro"
      lead="El archivo lleva las columnas de «Exportar CSV». Cada fila se agrega o cambia por su código; una celda vacía no cambia nada."
      limits={POINT_FILE_LIMITS}
      send={async (text) => {
        const { message, results } = await call(importPickupPoints, { body: { text } });
        return { message, problems: results.filter(({ result }) => result === 'refused') };
      }}
      changed={[listPickupPoints, readSetup]}
      table={{
        caption: 'Filas rechazadas',
        rowKey: ({ line }) => String(line),
        columns: [
          { header: 'Línea', cell: ({ line }) => line },
          { header: 'Código', cell: ({ code }) => code },
          { header: 'Motivo', cell: ({ reason }) => reason },
        ],
      }}
      onClose={onClose}
    />
  );
}

/** The pickup points: a list with a search, one by one or by file. */
export function PointsSection({ me }: { me: Me }) {
  const view = useResource(pickupPoints);
  const [edited, setEdited] = useState<StaffPickupPoint | 'new' | null>(null);
  const [loading, setLoading] = useState(false);
  const refused = refusalOf(me, 'points');
  const changeButton = useCallback(
    (point: StaffPickupPoint) => (
      <Button size="sm" aria-label={`Cambiar ${point.name}`} disabledReason={refused} onClick={() => setEdited(point)}>
        Cambiar
      </Button>
    ),
    [refused],
  );
  return (
    <>
      <div className={styles.bar}>
        <ResourceFilters view={view} />
        <span className={styles.buttons}>
          <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setEdited('new')}>
            Nuevo punto
          </Button>
          <Button disabledReason={refused} onClick={() => setLoading(true)}>
            Cargar CSV
          </Button>
          <ExportResource view={view} />
        </span>
      </div>
      <p role="status" className="muted">
        {view.count ?? '\u00a0'}
      </p>
      <ResourceTable
        view={view}
        cells={CELLS}
        actions={changeButton}
        name="name"
        {...(!refused && { onOpen: setEdited })}
        none={{
          title: 'Todavía no hay puntos de retiro',
          text: `Sin puntos nadie puede crear órdenes que se retiran en uno. ${refused ?? 'Agregá el primero con Nuevo punto.'}`,
        }}
        unmatched={{ title: 'Ningún punto coincide', text: 'Cambiá la búsqueda.' }}
      />
      {edited && <PointDialog point={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {loading && <PointFile onClose={() => setLoading(false)} />}
    </>
  );
}
