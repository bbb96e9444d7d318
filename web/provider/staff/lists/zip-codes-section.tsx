import { useCallback, useState } from 'react';
import {
  addLocality,
  importLocalities,
  LOCALITY_FILE_LIMITS,
  listLocalities,
  localities,
  localityForm,
  removeLocality,
  type StaffLocality,
} from '#shared/provider/staff-zip-codes.ts';
import { isDeclined } from '#web/console/kit/price-confirmation.tsx';
import { ExportResource, ResourceFilters, ResourceTable, useResource } from '#web/console/kit/resource-list.tsx';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { call } from '#web/kit/call/api.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from '#web/provider/staff/settings/settings.module.css';
import { ListFileDialog } from './list-file-dialog.tsx';
import { PROVINCE_OPTIONS } from './province-options.ts';

/** Adds a locality with its postal code. */
function LocalityDialog({ onClose }: { onClose: () => void }) {
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

/** Adds the localities of a CSV file, and shows the rows with problems. */
function LocalityFile({ onClose }: { onClose: () => void }) {
  return (
    <ListFileDialog
      title="Cargar códigos postales"
      lead="El archivo lleva las columnas cp, localidad y provincia. Se agregan las que todavía no están."
      limits={LOCALITY_FILE_LIMITS}
      send={async (text) => {
        const { message, results } = await call(importLocalities, { body: { text } });
        return { message, problems: results.problems };
      }}
      changed={[listLocalities]}
      table={{
        caption: 'Filas con problemas',
        rowKey: ({ line, message }) => `${line} ${message}`,
        columns: [
          { header: 'Línea', cell: ({ line }) => line },
          { header: 'Problema', cell: ({ message }) => message },
        ],
      }}
      onClose={onClose}
    />
  );
}

/** The localities with their postal codes. */
export function ZipCodesSection({ me }: { me: Me }) {
  const view = useResource(localities);
  const remove = useApiMutation(removeLocality);
  const [removed, setRemoved] = useState<StaffLocality | null>(null);
  const [adding, setAdding] = useState<'one' | 'file' | null>(null);
  const refused = refusalOf(me, 'points');
  const removeButton = useCallback(
    (locality: StaffLocality) => (
      <Button
        size="sm"
        aria-label={`Quitar ${nameOf(locality)}`}
        disabledReason={refused}
        onClick={() => setRemoved(locality)}
      >
        Quitar
      </Button>
    ),
    [refused],
  );
  return (
    <>
      <div className={styles.bar}>
        <ResourceFilters view={view} />
        <span className={styles.buttons}>
          <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setAdding('one')}>
            Nueva localidad
          </Button>
          <Button disabledReason={refused} onClick={() => setAdding('file')}>
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
        name="city"
        actions={removeButton}
        none={{
          title: 'Todavía no hay localidades',
          text: refused ?? 'Cargá la lista con Cargar CSV, o agregalas una por una con Nueva localidad.',
        }}
        unmatched={{ title: 'Ninguna localidad coincide', text: 'Cambiá la búsqueda, o agregá la localidad.' }}
      />
      {adding === 'one' && <LocalityDialog onClose={() => setAdding(null)} />}
      {adding === 'file' && <LocalityFile onClose={() => setAdding(null)} />}
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={removed ? `¿Quitar ${nameOf(removed)}?` : ''}
        message="Las órdenes y los domicilios conservan su código postal. Si era la última localidad del código, el código sale de la lista."
        confirmText="Quitar"
        danger
        onConfirm={() => removed && runAndRefetch(() => remove.send({ body: removed }), listLocalities)}
      />
    </>
  );
}

const nameOf = ({ zip_code, city }: StaffLocality) => `${city} (${zip_code})`;
