import { useState } from 'react';
import * as z from 'zod/mini';
import { registrationSteps } from '#shared/people/registration.ts';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import { correctClient, type OperatorClient } from '#shared/people/staff-clients.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { cuitWarning } from '#web/parts/form/cuit-warning.ts';
import { FormDialog } from '#web/parts/form/form-dialog.tsx';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { CuitQuestion } from './cuit-question.tsx';
import { runClientAction } from './run-client-action.ts';

const { razon_social, nombre_empresa, cuit } = registrationSteps.company.shape;
const companyForm = z.object({ razon_social, nombre_empresa, cuit });

/** Corrects the names and the CUIT of a client. */
export function CorrectClient({ client, onClose }: { client: OperatorClient; onClose: () => void }) {
  const { send, pending } = useApiMutation(correctClient);
  const { razon_social, nombre_empresa, cuit } = client;
  const form = useForm(companyForm, { defaults: { razon_social, nombre_empresa, cuit: formatCuit(cuit) } });
  /** The valid form while the question about its CUIT is open. */
  const [asked, setAsked] = useState<z.output<typeof companyForm> | null>(null);
  const save = form.submit((body) =>
    formatCuit(body.cuit) !== formatCuit(cuit) && cuitWarning(body.cuit) ? setAsked(body) : correct(body),
  );
  const correct = async (body: z.output<typeof companyForm>) => {
    try {
      const saved = await send({ params: { clientId: String(client.client_id) }, body });
      onClose();
      await runClientAction(async () => saved);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'cuit' });
    }
  };
  return (
    <>
      <FormDialog
        title={`Corregir los datos de ${nombre_empresa}`}
        formRef={form.formRef}
        dirty={form.dirty}
        onSubmit={save}
        pending={pending}
        refused={null}
        onClose={onClose}
      >
        <FormSubmitError submitError={form.submitError} />
        <TextField form={form} name="nombre_empresa" label="Empresa" />
        <TextField form={form} name="razon_social" label="Razón social" />
        <TextField
          form={form}
          name="cuit"
          label="CUIT"
          inputMode="numeric"
          warning={cuitWarning(form.rhf.watch('cuit'))}
        />
      </FormDialog>
      <CuitQuestion
        cuit={asked?.cuit ?? null}
        formRef={form.formRef}
        confirmText="Guardar igual"
        onConfirm={() => {
          if (asked) void correct(asked);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
