import { useState } from 'react';
import {
  exportReceiver,
  findReceiver,
  RECEIVER_KEY_NAMES,
  RECEIVER_KEYS,
  type ReceiverFound,
  type ReceiverKey,
  receiverForm,
} from '#shared/people/personal-data.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { useActionDialog } from '#web/parts/action-dialog/use-action-dialog.tsx';
import { FormErrorSummary } from '#web/parts/form/form-error-summary.tsx';
import { SelectField } from '#web/parts/form/select-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DownloadButton } from './download-button.tsx';
import { EraseReceiverDialog } from './erase-receiver-dialog.tsx';
import { foundSentences } from './found-sentences.ts';
import styles from './personal-data.module.css';

const LABELS: Record<string, string> = { by: 'Buscar por', value: 'Dato completo' };

const labelOf = (field: string) => LABELS[field] ?? field;

const OPTIONS = RECEIVER_KEYS.map((value) => ({ value, label: RECEIVER_KEY_NAMES[value] }));

/** A receiver as it was searched. */
export interface SearchedReceiver {
  by: ReceiverKey;
  value: string;
}

interface Result {
  receiver: SearchedReceiver;
  found: ReceiverFound;
}

/** Finds a receiver by the complete document, e-mail or phone, and exports or erases what is kept. */
export function ReceiverPanel() {
  const { send, pending } = useApiMutation(findReceiver);
  const form = useForm(receiverForm, { defaults: { by: 'document', value: '' } });
  const [result, setResult] = useState<Result | null>(null);
  const { ask, dialog } = useActionDialog(EraseReceiverDialog);
  const refused = usePermissionReason('company');

  const search = async (receiver: SearchedReceiver) => {
    const { results } = await send({ body: receiver });
    setResult({ receiver, found: results });
  };
  const submit = form.submit(async (receiver) => {
    setResult(null);
    await search(receiver).catch((error: unknown) => showFormError(form, error, { labelOf }));
  });

  return (
    <Panel title="Datos de un destinatario">
      <p className="muted">
        Por la Ley 25.326, quien recibió un envío tuyo puede pedirte qué datos suyos guardás y que los borres. Buscá con
        el dato completo que te dio; verificá antes que sea esa persona.
      </p>
      <form ref={form.formRef} aria-label="Buscar un destinatario" className={styles.form} onSubmit={submit} noValidate>
        <FormErrorSummary form={form} labelOf={labelOf} />
        <SelectField form={form} name="by" label={labelOf('by')} options={OPTIONS} />
        <TextField form={form} name="value" label={labelOf('value')} autoComplete="off" />
        <div className={styles.buttons}>
          <Button type="submit" variant="brand" busy={pending} disabledReason={refused}>
            Buscar
          </Button>
        </div>
      </form>
      <div role="status">
        {result && foundSentences(result.found).map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
      {result && result.found.orders + result.found.requests + result.found.failed_rows > 0 && (
        <div className={styles.buttons}>
          <DownloadButton endpoint={exportReceiver} input={{ body: result.receiver }} name="Datos de un destinatario">
            Descargar sus datos
          </DownloadButton>
          <Button
            variant="danger"
            aria-haspopup="dialog"
            onClick={() =>
              ask({ ...result, onErased: () => void search(result.receiver).catch(() => setResult(null)) })
            }
          >
            Borrar sus datos
          </Button>
        </div>
      )}
      {dialog}
    </Panel>
  );
}
