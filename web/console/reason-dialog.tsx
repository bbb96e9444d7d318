import { useState } from 'react';
import * as z from 'zod/mini';
import { text } from '#shared/fields.ts';
import { useForm } from '#web/lib/forms.ts';
import { storage } from '#web/lib/storage.ts';
import { FormDialog } from '#web/parts/form/form-dialog.tsx';
import { TextField } from '#web/parts/form/text-field.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './console.module.css';

const formOf = (required: string) => z.object({ reason: text({ required, max: [200] }) });

/** Where this browser keeps the last reasons of an action. */
const storageKey = (action: string) => `reasons-${action}`;
const KEPT = 5;

interface ReasonDialogProps {
  /** Action whose last reasons are offered. */
  action: string;
  title: string;
  onClose: () => void;
  /** Label of the button that acts. */
  saveText: string;
  /** Message for an empty reason. */
  required: string;
  /** Who reads the reason. */
  hint?: string;
  onReason: (reason: string) => Promise<void>;
}

/** Asks for a reason, by default one that the client reads. Offers the last reasons. */
export function ReasonDialog({
  action,
  title,
  saveText,
  required,
  hint = 'El cliente lo lee.',
  onClose,
  onReason,
}: ReasonDialogProps) {
  const [schema] = useState(() => formOf(required));
  const form = useForm(schema, { defaults: { reason: '' } });
  const used = readReasons(action);
  const act = form.submit(async ({ reason }) => {
    writeReasons(action, [reason, ...used.filter((one) => one !== reason)].slice(0, KEPT));
    onClose();
    await onReason(reason);
  });
  return (
    <FormDialog
      title={title}
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={act}
      pending={false}
      refused={null}
      onClose={onClose}
      saveText={saveText}
    >
      <TextField form={form} name="reason" label="Motivo" hint={hint} />
      {used.length > 0 && (
        <div className={styles.row}>
          {used.map((reason) => (
            <Button key={reason} size="sm" onClick={() => form.rhf.setValue('reason', reason)}>
              {reason}
            </Button>
          ))}
        </div>
      )}
    </FormDialog>
  );
}

function readReasons(action: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(storage.read(storageKey(action)) ?? '[]'));
  } catch {
    return [];
  }
}

const writeReasons = (action: string, reasons: readonly string[]) =>
  storage.write(storageKey(action), JSON.stringify(reasons));
