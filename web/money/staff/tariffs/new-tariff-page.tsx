import { useState } from 'react';
import { useParams } from 'react-router';
import { addDays, localDay } from '#shared/kit/days.ts';
import { formatDate, formatTimestamp } from '#shared/kit/text/format.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import {
  listClientTariffs,
  listTariffs,
  publishClientTariff,
  publishTariff,
  type StaffTariff,
} from '#shared/money/staff-tariffs.ts';
import { readClient, type StaffClient } from '#shared/people/staff-clients.ts';
import { readSetup } from '#shared/provider/staff-setup.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { history } from '#web/kit/lib/history.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { ErrorSummary } from '#web/kit/ui/field/error-summary.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { backToClients, clientPath, UNKNOWN_CLIENT } from '#web/people/staff/clients/client-paths.ts';
import { ExamplePrices } from './example-prices.tsx';
import { keptDrafts } from './kept-drafts.ts';
import { versionAfter } from './on-day.ts';
import { RaisePricesPanel } from './raise-prices-panel.tsx';
import { bodyOf, draftOf, firstDraft, type TariffDraft } from './tariff-draft.ts';
import { checkDraft, NO_ERRORS, refusedValues, remainingErrors } from './tariff-errors.ts';
import { fieldId, TariffFields } from './tariff-fields.tsx';
import { TARIFFS_PATH } from './tariff-paths.ts';
import { nameInSummary } from './value-names.ts';

/** `/consola/tarifas/nueva` and `…/{client}`: a new general tariff, or one of a client's own, beside the tariff that it replaces. */
export function NewTariffPage({ me }: { me: Me }) {
  const { client } = useParams();
  const refusal = refusalOf(me, 'tariffs');
  if (refusal === null) return <Loaded key={client} me={me} clientId={client ?? null} />;
  return (
    <>
      <PageHeader title="Tarifa nueva" />
      <EmptyState title="No podés publicar tarifas" text={refusal} />
    </>
  );
}

function Loaded({ me, clientId }: { me: Me; clientId: string | null }) {
  const { data, error, refetch } = useApiQuery(listTariffs, { query: { limit: 50 } }, { staleTime: HOUR_MS });
  const general = data?.results.find(({ in_force }) => in_force);
  const versions = data?.pagination.total ?? 0;
  const known =
    data?.results.map(({ id, valid_from }) => ({ valid_from, follows: `rige la tarifa Nro. ${id}, ya publicada` })) ??
    [];
  const shared = { me, versions, known, client: null };
  if (general)
    return clientId === null ? (
      <Editor key={versions} {...shared} before={general} />
    ) : (
      <OfClient me={me} clientId={clientId} general={general} />
    );
  if (data && clientId !== null)
    return <EmptyState title="No hay ninguna tarifa vigente" text="Cargá primero la tarifa general." />;
  if (data) return <Editor key={versions} {...shared} before={null} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} lines={12} />;
}

function OfClient({ me, clientId, general }: { me: Me; clientId: string; general: StaffTariff }) {
  const { data, error, refetch } = useApiQuery(
    listClientTariffs,
    { params: { clientId }, query: { limit: 50 } },
    { staleTime: HOUR_MS },
  );
  const client = useApiQuery(readClient, { params: { clientId } });
  const own = data?.results.find(({ in_force }) => in_force)?.tariff;
  const versions = data?.pagination.total ?? 0;
  if (data && client.data) {
    const known = data.results.map(({ valid_from, tariff }) => ({
      valid_from,
      follows: tariff ? `rige su tarifa Nro. ${tariff.id}, ya publicada` : 'vuelve a la tarifa general',
    }));
    const shared = { me, versions, known, client: client.data.results };
    return <Editor key={versions} {...shared} before={own ?? general} />;
  }
  const failure = client.error ?? error;
  if (!failure) return <Skeleton lines={12} />;
  return (
    <>
      <PageHeader title="Tarifa nueva" back={backToClients()} />
      <NotLoaded
        lines={12}
        error={failure}
        unknown={UNKNOWN_CLIENT}
        onRetry={() => void (client.error ? client.refetch() : refetch())}
      />
    </>
  );
}

interface EditorProps {
  me: Me;
  before: StaffTariff | null;
  /** Number of versions that were read, so that nobody's new one is taken back unseen. */
  versions: number;
  /** The versions, latest first, and what happens on the first day of each. */
  known: readonly { valid_from: string; follows: string }[];
  /** The client of an own tariff; null for the general one. */
  client: StaffClient | null;
}

function Editor({ me, before, versions, known, client }: EditorProps) {
  const clientId = client && String(client.client_id);
  const [old] = useState(() => before && draftOf(before, before.valid_from));
  const [start] = useState(() => {
    const today = localDay(new Date());
    return before ? draftOf(before, addDays(today, 1)) : firstDraft(today);
  });
  const name = `${me.id}:${clientId ?? 'general'}`;
  const kept = keptDrafts.useValue(name);
  const [resumed, setResumed] = useState(() => keptDrafts.get(name)?.at);
  const draft = kept?.draft ?? start;
  const [found, setFound] = useState(NO_ERRORS);
  const [attempt, setAttempt] = useState(0);
  const setDraft = (next: TariffDraft) => {
    keptDrafts.set(name, { at: kept?.at ?? new Date().toISOString(), draft: next });
    setFound(remainingErrors(found, draft, next));
  };
  const general = useApiMutation(publishTariff);
  const own = useApiMutation(publishClientTariff);
  const body = { ...bodyOf(draft), known_versions: versions };
  const [confirming, setConfirming] = useState(false);
  const next = versionAfter(known, draft.valid_from);
  /** Checks the draft, and asks before it replaces a tariff or is replaced by one that was published before. */
  const ask = () => {
    const wrong = checkDraft(draft);
    setFound(wrong);
    setAttempt(attempt + 1);
    if (wrong.errors.size > 0) return;
    if (before || next) setConfirming(true);
    else void publish();
  };
  const publish = async () => {
    try {
      const { message } =
        clientId === null ? await general.send({ body }) : await own.send({ params: { clientId }, body });
      alerts.success(message);
      keptDrafts.drop(name);
      await invalidateApiQueries(listTariffs, listClientTariffs, readSetup);
      history.push(clientId === null ? TARIFFS_PATH : clientPath(clientId));
    } catch (failure) {
      const refused = asApiError(failure);
      setFound(refusedValues(refused.errors));
      if (refused.errors.length === 0) alerts.danger(refused.message);
      // Shows the draft, which is kept, beside what another person published.
      if (refused.status === 409) await invalidateApiQueries(listTariffs, listClientTariffs);
    }
  };
  return (
    <>
      <PageHeader
        title={client ? `Tarifa propia de ${client.nombre_empresa}` : 'Tarifa nueva'}
        back={
          client
            ? { to: clientPath(client.client_id), label: client.nombre_empresa }
            : { to: TARIFFS_PATH, label: 'Tarifas' }
        }
        subtitle={
          before
            ? 'Las órdenes que ya existen conservan su precio. Cada valor que cambia muestra el anterior.'
            : 'La primera: desde su día los clientes cotizan y crean órdenes.'
        }
      />
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        {resumed && kept && (
          <Note tone="info">
            Seguís con la tarifa que empezaste el {formatTimestamp(resumed)} y no publicaste.{' '}
            <Button
              size="sm"
              onClick={() => {
                keptDrafts.drop(name);
                setResumed(undefined);
                setFound(NO_ERRORS);
              }}
            >
              Descartarla
            </Button>
          </Note>
        )}
        <ErrorSummary
          attempt={attempt}
          errors={[...found.errors].map(([path, message]) => ({
            fieldId: fieldId(path),
            label: nameInSummary(draft, path),
            message,
          }))}
        />
        {before && <RaisePricesPanel draft={draft} onChange={setDraft} />}
        <TariffFields draft={draft} before={old} errors={found.errors} onChange={setDraft} />
        <Panel title="Precios de ejemplo">
          <ExamplePrices before={old} draft={draft} />
        </Panel>
        <div>
          <Button type="submit" variant="primary" busy={general.pending || own.pending}>
            Publicar
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="¿Publicar la tarifa?"
        message={`Desde el ${formatDate(draft.valid_from)} ${clientId === null ? 'los clientes sin tarifa propia cotizan y crean' : 'el cliente cotiza y crea'} órdenes con estos precios. Una tarifa publicada no se puede retirar: la reemplaza otra.`}
        description={
          next &&
          `Rige hasta el ${formatDate(addDays(next.valid_from, -1))}: desde el ${formatDate(next.valid_from)} ${next.follows}.`
        }
        confirmText="Publicar la tarifa"
        onConfirm={publish}
      />
    </>
  );
}
