import { useState } from 'react';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import {
  eraseReceiver,
  exportReceiver,
  findReceiver,
  MAX_COUNTED_ORDERS,
  RECEIVER_KEY_NAMES,
  RECEIVER_KEYS,
  type ReceiverFound,
  type ReceiverKey,
  receiverForm,
} from '#shared/people/personal-data.ts';
import { type ActionDialogProps, useActionDialog } from '#web/kit/app/use-action-dialog.tsx';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { DownloadButton } from './download-button.tsx';
import styles from './personal-data.module.css';

const LABELS: Record<string, string> = { by: 'Buscar por', value: 'Dato completo' };

const labelOf = (field: string) => LABELS[field] ?? field;

const OPTIONS = RECEIVER_KEYS.map((value) => ({ value, label: RECEIVER_KEY_NAMES[value] }));

/** A receiver as it was searched. */
export interface SearchedReceiver {
  by: ReceiverKey;
  value: string;
}

/** Describes what a search for a receiver found, in Spanish sentences. */
function foundSentences({ orders, on_the_way, names, requests, failed_rows }: ReceiverFound): string[] {
  if (orders + requests + failed_rows === 0) return ['No guardamos datos de un destinatario con ese dato.'];
  const most = orders >= MAX_COUNTED_ORDERS ? `Al menos ${integer(orders)} órdenes` : null;
  return [
    ...(orders > 0
      ? [`${most ?? pluralize(orders, 'orden', 'órdenes')} con ese dato, a nombre de ${names.join(', ')}.`]
      : []),
    ...(on_the_way > 0
      ? [`${pluralize(on_the_way, 'orden todavía no terminó', 'órdenes todavía no terminaron')}.`]
      : []),
    ...(requests > 0
      ? [`${pluralize(requests, 'modificación', 'modificaciones')} con ese dato, de órdenes que tienen otro.`]
      : []),
    ...(failed_rows > 0
      ? [`${pluralize(failed_rows, 'fila con errores', 'filas con errores')} de archivos de carga masiva.`]
      : []),
  ];
}

/** Most order numbers in the question. */
const MAX_NAMED = 5;

/** Returns what an erasure will do, before it is confirmed. */
function erasureSentences({ orders, on_the_way, names, named, requests, failed_rows }: ReceiverFound): string[] {
  const ended = orders - on_the_way;
  const numbers = named.slice(0, MAX_NAMED).map(({ tracking_id }) => tracking_id);
  const rest = on_the_way - numbers.length;
  return [
    ...(names.length > 1 ? [`Hay datos de ${names.length} nombres: ${names.join(', ')}. Se borran los de todos.`] : []),
    ...(ended > 0
      ? [
          `Ahora se borran nombre, documento, contacto y domicilio de ${pluralize(ended, 'orden terminada', 'órdenes terminadas')}.`,
        ]
      : []),
    ...(on_the_way > 0
      ? [
          `En ${pluralize(on_the_way, 'orden que no terminó', 'órdenes que no terminaron')} se borran la noche después de que terminen: ${numbers.join(', ')}${rest > 0 ? ` y ${rest} más` : ''}.`,
        ]
      : []),
    ...(requests > 0
      ? [
          `Se borran de ${pluralize(requests, 'modificación', 'modificaciones')} de órdenes que tienen otro dato. Las que esperan una decisión quedan: repetí el pedido después.`,
        ]
      : []),
    ...(failed_rows > 0 ? [`Se vacían ${pluralize(failed_rows, 'fila con errores', 'filas con errores')}.`] : []),
  ];
}

interface Erasure {
  receiver: SearchedReceiver;
  found: ReceiverFound;
  /** Called after the erasure, even after a failed one, which may have erased a part. */
  onErased: () => void;
}

/** Confirms and makes the erasure of a receiver. */
function EraseReceiverDialog({ action, open, onOpenChange }: ActionDialogProps<Erasure>) {
  const { receiver, found, onErased } = action;
  const confirm = async () => {
    try {
      const { message } = await call(eraseReceiver, { body: receiver });
      alerts.success(message);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
    onErased();
  };
  return (
    <ConfirmDialog
      title="Borrar los datos del destinatario"
      description="No se puede deshacer. Quedan los números de orden, el estado, el código postal y los montos."
      confirmText="Borrar sus datos"
      danger
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={confirm}
    >
      {erasureSentences(found).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  );
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
