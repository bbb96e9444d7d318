import { useState } from 'react';
import { mailTestForm, readSetup, testMail } from '#shared/provider/staff-setup.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { FormDialog } from '#web/parts/form/form-dialog.tsx';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { Button } from '#web/ui/button.tsx';

interface MailTestProps {
  /** Address that is proposed. */
  email: string;
  refused: string | null;
}

/** Sends a mail that tests the mail settings. */
export function MailTest({ email, refused }: MailTestProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={refused} onClick={() => setOpen(true)}>
        Enviar
      </Button>
      {open && <MailTestDialog email={email} onClose={() => setOpen(false)} />}
    </>
  );
}

function MailTestDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { send, pending } = useApiMutation(testMail);
  const form = useForm(mailTestForm, { defaults: { email } });
  const test = form.submit(async (body) => {
    try {
      alerts.success((await send({ body })).message);
      onClose();
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'email' });
    }
    await invalidateApiQueries(readSetup);
  });
  return (
    <FormDialog
      title="Enviar un email de prueba"
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={test}
      pending={pending}
      refused={null}
      onClose={onClose}
      saveText="Enviar"
    >
      <FormSubmitError submitError={form.submitError} />
      <TextField form={form} name="email" label="Para" type="email" autoComplete="off" autoCapitalize="none" />
    </FormDialog>
  );
}
