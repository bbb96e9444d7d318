import { useState } from 'react';
import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { Button } from '#web/kit/ui/button.tsx';
import styles from './console.module.css';
import { keepReason, readReasons } from './kept-reasons.ts';

const formOf = (required: string) => z.object({ reason: text({ required, max: [200] }) });

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
    keepReason(action, reason);
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
