import { useState } from 'react';
import { setShelf, shelfForm } from '#shared/warehouse/staff-stock.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import styles from '#web/warehouse/staff/warehouse.module.css';

interface ShelfButtonProps {
  clientId: number;
  sku: string;
  /** '' without a position. */
  shelf: string;
  /** Why the person may not change it; null if permitted. */
  refused: string | null;
  onSaved: () => void;
}

/** A SKU's position in the warehouse, which changes it. */
export function ShelfButton({ sku, shelf, refused, ...rest }: ShelfButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        className={shelf ? styles.shelf : styles.screenOnly}
        aria-label={shelf ? `Ubicación de ${sku}: ${shelf}` : `Ubicar ${sku}`}
        disabledReason={refused}
        onClick={() => setOpen(true)}
      >
        {shelf || 'Ubicar'}
      </Button>
      {!shelf && <span className={styles.paperOnly}>Sin ubicación</span>}
      {open && <ShelfDialog sku={sku} shelf={shelf} {...rest} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ShelfDialogProps extends Omit<ShelfButtonProps, 'refused'> {
  onClose: () => void;
}

function ShelfDialog({ clientId, sku, shelf, onSaved, onClose }: ShelfDialogProps) {
  const { send, pending } = useApiMutation(setShelf);
  const form = useForm(shelfForm, { defaults: { sku, shelf } });
  const save = form.submit(async (body) => {
    try {
      const { message } = await send({ params: { clientId }, body });
      alerts.success(message);
      onSaved();
      onClose();
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'shelf' });
    }
  });
  return (
    <FormDialog
      title={`Ubicación de ${sku}`}
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      pending={pending}
      refused={null}
      onClose={onClose}
      className="stack"
    >
      <FormSubmitError submitError={form.submitError} />
      <TextField
        form={form}
        name="shelf"
        label="Ubicación"
        autoComplete="off"
        hint="Por ejemplo A-03-2. Las listas de preparación siguen este orden."
      />
    </FormDialog>
  );
}
