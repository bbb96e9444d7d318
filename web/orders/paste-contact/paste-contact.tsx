import { Suspense, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useCapability } from '#web/kit/call/capabilities.ts';
import type { Form } from '#web/kit/form/forms.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { Button } from '#web/kit/ui/button.tsx';
import styles from './paste-contact.module.css';
import type { PasteForm } from './paste-panel.tsx';

const PastePanel = lazyWithPreload(() => import('./paste-panel.tsx'));

interface PasteContactProps<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  /** Beginning of the names of the form's address fields: 'receiver.address.'. The other fields begin with 'receiver.'. */
  address: string;
  /** Returns the label of a field. */
  labelOf: (name: string) => string;
}

/** Button that fills the receiver's fields from a pasted text; an addition. */
export function PasteContact<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  address,
  labelOf,
}: PasteContactProps<V, S>) {
  const [open, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (!useCapability('pastedContacts')) return null;
  return (
    <div className={styles.row}>
      <Button ref={button} onClick={() => setOpen(true)}>
        Pegar dirección
      </Button>
      {open !== null && (
        <Suspense fallback={null}>
          <PastePanel
            form={form as unknown as PasteForm}
            address={address}
            labelOf={labelOf}
            open={open}
            onOpenChange={setOpen}
            button={button}
          />
        </Suspense>
      )}
    </div>
  );
}
