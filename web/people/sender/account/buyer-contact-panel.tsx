import { type FormEvent, useEffect, useEffectEvent } from 'react';
import { buyerContactForm, readBuyerContact, saveBuyerContact } from '#shared/people/buyer-contact.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/kit/form/submit-shortcut.ts';
import { UnsavedChangesDialog } from '#web/kit/form/unsaved-changes-dialog.tsx';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { useRoleReason } from '#web/people/user/use-permission-reason.ts';
import styles from './account.module.css';

const LABELS = { email: 'Email', phone: 'Teléfono' } as const;

const labelOf = (field: string) => LABELS[field as keyof typeof LABELS] ?? field;

/** Contacto para compradores: what the tracking page of the client's shipments shows. Hidden before a gateway without the calls. */
export function BuyerContactPanel() {
  const shown = useCapability('buyerContact');
  const answer = useApiQuery(readBuyerContact);
  if (!shown) return null;
  return (
    <Panel title="Contacto para compradores">
      {answer.data ? (
        <ContactForm stored={answer.data.results} />
      ) : answer.isPending ? (
        <Skeleton lines={4} label="Cargando el contacto para compradores" />
      ) : (
        <ErrorState onRetry={() => void answer.refetch()} />
      )}
    </Panel>
  );
}

interface Contact {
  email: string;
  phone: string;
}

function ContactForm({ stored }: { stored: Contact }) {
  const { send, pending } = useApiMutation(saveBuyerContact);
  const form = useForm(buyerContactForm, { defaults: stored });
  const { rhf, formRef, dirty } = form;
  const refused = useRoleReason('company');

  // Saved in another tab: the form shows the new values unless it has unsaved changes.
  const showStored = useEffectEvent((contact: Contact) => {
    if (!dirty) rhf.reset(contact);
  });
  const { email, phone } = stored;
  useEffect(() => showStored({ email, phone }), [email, phone]);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (pending || refused) return;
    const reply: { saved?: Contact } = {};
    await form.submit(async (body) => {
      try {
        const { message, results } = await send({ body });
        alerts.success(message);
        reply.saved = results;
      } catch (error) {
        showFormError(form, error, { labelOf });
      }
    })(event);
    // After the submit has finished, whose last state change would count as one of the form.
    if (reply.saved) rhf.reset(reply.saved);
    void invalidateApiQueries(readBuyerContact);
  }

  return (
    <form
      ref={formRef}
      aria-label="Contacto para compradores"
      className={styles.form}
      onSubmit={save}
      onKeyDown={submitOnCtrlEnter}
      noValidate
    >
      <p className="muted">
        Tus compradores lo ven con el nombre de tu empresa al seguir su envío. Sin contacto, esa página no te nombra.
      </p>
      <FormErrorSummary form={form} labelOf={labelOf} />
      <FormGrid>
        <TextField form={form} name="email" label={LABELS.email} type="email" optional span={6} />
        <TextField form={form} name="phone" label={LABELS.phone} type="tel" optional span={6} />
      </FormGrid>
      <div className={styles.buttons}>
        <Button type="submit" variant="brand" busy={pending} disabledReason={refused}>
          Guardar
        </Button>
      </div>
      <UnsavedChangesDialog unsaved={dirty} title="Vas a perder los cambios del contacto para compradores" />
    </form>
  );
}
