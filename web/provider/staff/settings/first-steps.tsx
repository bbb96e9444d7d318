import { useState } from 'react';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { listTariffs } from '#shared/money/staff-tariffs.ts';
import { listPickupPoints } from '#shared/provider/staff-pickup-points.ts';
import {
  loadExamples,
  mailTestForm,
  readSetup,
  type SetupCheck,
  type SetupStep,
  testMail,
  testPayments,
} from '#shared/provider/staff-setup.ts';
import { listTerms } from '#shared/provider/staff-terms.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { TARIFFS_PATH } from '#web/money/staff/tariffs/tariff-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { SESSION_PATH } from '#web/people/staff/access/session-path.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from './settings.module.css';
import { sectionPath } from './settings-paths.ts';

/** Pages where a step is done. */
const PAGES: Record<string, string> = {
  administrator: '/consola/personal',
  terms: sectionPath('terminos'),
  tariff: TARIFFS_PATH,
  pickup_points: sectionPath('puntos'),
};

/** How often the result of a running test is read, in ms. */
const TEST_REFRESH_MS = 1000;

/** Offers invented data to an empty installation. */
function LoadExamples({ refused }: { refused: string | null }) {
  const { send, pending } = useApiMutation(loadExamples);
  const [confirming, setConfirming] = useState(false);
  return (
    <div className={styles.buttons}>
      <Button busy={pending} disabledReason={refused} onClick={() => setConfirming(true)}>
        Cargar ejemplos para probar
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="¿Cargar ejemplos?"
        message="Se cargan una tarifa, términos y puntos de retiro inventados. Reemplazalos antes de la primera orden real."
        confirmText="Cargar"
        onConfirm={() => runAndRefetch(() => send(), readSetup, listTerms, listTariffs, listPickupPoints)}
      />
    </div>
  );
}

interface MailTestProps {
  /** Address that is proposed. */
  email: string;
  refused: string | null;
}

/** Sends a mail that tests the mail settings. */
function MailTest({ email, refused }: MailTestProps) {
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

/** Asks the payment provider for the account that receives the payments. */
function PaymentTest({ refused }: { refused: string | null }) {
  const { send, pending } = useApiMutation(testPayments);
  return (
    <Button busy={pending} disabledReason={refused} onClick={() => void runAndRefetch(() => send(), readSetup)}>
      Probar
    </Button>
  );
}

/** What a new installation needs, and what is done. */
export function FirstSteps({ me }: { me: Me }) {
  const { data, error, refetch } = useApiQuery(
    readSetup,
    {},
    { refetchInterval: ({ state: { data: reply } }) => reply && isTesting(reply.results) && TEST_REFRESH_MS },
  );
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={8} />;
  const { ready, steps, checks } = data.results;
  const empty = ['terms', 'tariff', 'pickup_points'].every((id) => steps.some((step) => step.id === id && !step.done));
  return (
    <>
      <Note tone={ready ? 'info' : 'warn'} role="status">
        {ready
          ? 'No falta nada para la primera orden.'
          : 'Antes de la primera orden hay que cargar lo que dice «Falta».'}
      </Note>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id} className={styles.step}>
            <StepState step={step} />
            <div>
              <h2>{step.name}</h2>
              {step.id === 'mail_test' && <CheckResult check={checks.mail} />}
              {step.id === 'payment_test' && <CheckResult check={checks.payments} />}
              {!step.done && <p>{step.effect}.</p>}
              {!step.done && !hasPage(step) && <p className={`muted ${styles.how}`}>{step.how}</p>}
            </div>
            {step.id === 'mail_test' && <MailTest email={me.email} refused={refusalOf(me, 'setup')} />}
            {step.id === 'payment_test' && <PaymentTest refused={refusalOf(me, 'setup')} />}
            <StepLink step={step} me={me} />
          </li>
        ))}
      </ul>
      {empty && <LoadExamples refused={refusalOf(me, 'setup')} />}
    </>
  );
}

/** Leads to the page of a step, whose text says what is done there. */
function StepLink({ step: { id, name, done }, me }: { step: SetupStep; me: Me }) {
  const page = PAGES[id];
  if (id === 'administrator' && !done) {
    // Only an administrator of the demonstration gets here without a second factor; the others can't mend it.
    return me.role === 'admin' && <Link to={SESSION_PATH}>Configurar tu segundo paso</Link>;
  }
  const verb = done ? 'Ver' : 'Cargar';
  return (
    page && (
      <Link to={page} aria-label={`${verb} ${name}`}>
        {verb}
      </Link>
    )
  );
}

const hasPage = ({ id }: SetupStep) => id in PAGES || id.endsWith('_test');

function StepState({ step: { done, required } }: { step: SetupStep }) {
  if (done) return <Badge colour="verde">Listo</Badge>;
  return required ? <Badge colour="rojo">Falta</Badge> : <Badge colour="amarillo">Conviene</Badge>;
}

function CheckResult({ check }: { check: SetupCheck | null }) {
  if (!check) return null;
  if (check.problem) return <p role="status">{check.problem}.</p>;
  if (isRunning(check)) return <p role="status">Esperando la respuesta…</p>;
  return <p role="status">Anduvo el {formatTimestamp(check.passed_at ?? '')}.</p>;
}

/** Whether a test has no result yet. */
const isRunning = ({ asked_at, passed_at, problem }: SetupCheck) =>
  problem === null && (passed_at === null || Date.parse(passed_at) < Date.parse(asked_at));

const isTesting = ({ checks }: { checks: Record<string, SetupCheck | null> }) =>
  Object.values(checks).some((check) => check !== null && isRunning(check));
