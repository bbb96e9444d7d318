import { useEffect, useState } from 'react';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { createClient, newClientForm } from '#shared/people/staff-clients.ts';
import { readSetup } from '#shared/provider/staff-setup.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { history } from '#web/kit/lib/history.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { cuitWarning } from '#web/people/cuit-warning.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { clientPath } from './client-paths.ts';
import styles from './clients.module.css';
import { CuitQuestion } from './cuit-question.tsx';
import { runClientAction } from './run-client-action.ts';

const EMPTY = {
  razon_social: '',
  nombre_empresa: '',
  cuit: '',
  nombre: '',
  apellido: '',
  telefono: '',
  email: '',
  username: '',
  prepago: false,
  logistica_inversa: false,
  fulfillment: false,
};

const LABELS: Record<string, string> = {
  razon_social: 'Razón social',
  nombre_empresa: 'Nombre de la empresa',
  cuit: 'CUIT',
  nombre: 'Nombre',
  apellido: 'Apellido',
  telefono: 'Teléfono',
  email: 'Email',
  username: 'Usuario',
};

const labelOf = (field: string) => LABELS[field] ?? field;

/** Creates an approved client and invites its owner, whose page opens then. A refused form keeps what was typed. */
export function NewClient({ me, onClose }: { me: Me; onClose: () => void }) {
  const { send, pending } = useApiMutation(createClient);
  const form = useForm(newClientForm, { defaults: EMPTY });
  const { rhf } = form;
  const prepaid = useApiQuery(readSetup).data?.results.new_clients_prepaid;
  useEffect(() => {
    if (prepaid !== undefined) rhf.resetField('prepago', { defaultValue: prepaid });
  }, [prepaid, rhf]);
  const { error: _prepago, ...prepago } = form.field('prepago');
  const { error: _reverse, ...reverse } = form.field('logistica_inversa');
  const { error: _fulfillment, ...fulfillment } = form.field('fulfillment');
  /** The valid form while the question about its CUIT is open. */
  const [asked, setAsked] = useState<BodyOf<typeof createClient> | null>(null);
  const save = form.submit((body) => (cuitWarning(body.cuit) ? setAsked(body) : create(body)));
  const create = async (body: BodyOf<typeof createClient>) => {
    try {
      const created = await send({ body });
      onClose();
      history.push(clientPath(created.results.client_id));
      await runClientAction(async () => created);
    } catch (error) {
      showFormError(form, error, { labelOf, focus: 'razon_social' });
    }
  };
  return (
    <>
      <FormDialog
        title="Nuevo cliente"
        size="lg"
        formRef={form.formRef}
        dirty={form.dirty}
        onSubmit={save}
        pending={pending}
        refused={refusalOf(me, 'clients')}
        onClose={onClose}
        saveText="Crear e invitar"
        className="stack"
      >
        <FormErrorSummary form={form} labelOf={labelOf} />
        <FormGrid>
          <TextField form={form} name="razon_social" label="Razón social" span={6} />
          <TextField form={form} name="nombre_empresa" label="Nombre de la empresa" span={6} />
          <TextField
            form={form}
            name="cuit"
            label="CUIT"
            inputMode="numeric"
            span={6}
            warning={cuitWarning(rhf.watch('cuit'))}
          />
        </FormGrid>
        <h3>Dueño</h3>
        <FormGrid>
          <TextField form={form} name="nombre" label="Nombre" autoComplete="off" span={6} />
          <TextField form={form} name="apellido" label="Apellido" autoComplete="off" span={6} />
          <TextField form={form} name="telefono" label="Teléfono" type="tel" autoComplete="off" span={6} />
          <TextField
            form={form}
            name="email"
            label="Email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            hint="Recibe el enlace para elegir su contraseña."
            span={6}
          />
          <TextField
            form={form}
            name="username"
            label="Usuario"
            autoComplete="off"
            autoCapitalize="none"
            hint="Con él ingresa."
            span={6}
          />
        </FormGrid>
        <div className={styles.flags}>
          <Checkbox label="Prepago: paga cada orden antes de enviarla" {...prepago} />
          <Checkbox label="Logística inversa" {...reverse} />
          <Checkbox label="Fulfillment" {...fulfillment} />
        </div>
      </FormDialog>
      <CuitQuestion
        cuit={asked?.cuit ?? null}
        formRef={form.formRef}
        confirmText="Crear igual"
        onConfirm={() => {
          if (asked) void create(asked);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
