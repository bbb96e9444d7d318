import { useParams, useSearchParams } from 'react-router';
import { formatDate, pluralize } from '#shared/kit/text/format.ts';
import { listClientTariffs, listTariffs, type StaffTariff } from '#shared/money/staff-tariffs.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { backToClients, clientPath, UNKNOWN_CLIENT } from '#web/people/staff/clients/client-paths.ts';
import { compareTariffs } from './compare-tariffs.ts';
import { ExamplePrices } from './example-prices.tsx';
import { draftOf } from './tariff-draft.ts';
import { TARIFFS_PATH } from './tariff-paths.ts';
import styles from './tariffs.module.css';

/** More than a provider publishes in decades. */
const ALL = { limit: 1000 };

/** `/consola/tarifas/comparar` and `…/{client}`: any two versions side by side, general ones and those of a client's own. */
export function ComparePage() {
  const { client } = useParams();
  if (client !== undefined) return <OfClient clientId={client} />;
  return <Versions own={[]} back={{ to: TARIFFS_PATH, label: 'Tarifas' }} />;
}

function OfClient({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useApiQuery(listClientTariffs, { params: { clientId }, query: ALL });
  const own = data?.results.flatMap(({ tariff }) => tariff ?? []);
  if (own) return <Versions own={own} back={{ to: clientPath(clientId), label: 'El cliente' }} />;
  if (!error) return <Skeleton lines={12} />;
  return (
    <>
      <PageHeader title="Comparar tarifas" back={backToClients()} />
      <NotLoaded lines={12} error={error} unknown={UNKNOWN_CLIENT} onRetry={() => void refetch()} />
    </>
  );
}

interface VersionsProps {
  /** Tariffs of a client's own, latest first. */
  own: readonly StaffTariff[];
  back: { to: string; label: string };
}

function Versions({ own, back }: VersionsProps) {
  const { data, error, refetch } = useApiQuery(listTariffs, { query: ALL });
  const [query, setQuery] = useSearchParams();
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={12} />;
  const general = data.results;
  const all = [...own, ...general];
  const inForce = general.find(({ in_force }) => in_force) ?? general[0];
  const chosen = (name: string) => all.find(({ id }) => String(id) === query.get(name));
  const after = chosen('despues') ?? own[0] ?? general[0];
  const before = chosen('antes') ?? (own[0] ? inForce : general[1]);
  const options = all.map((one) => ({
    value: String(one.id),
    label: `${own.includes(one) ? 'Propia' : 'General'} Nro. ${one.id}, desde el ${formatDate(one.valid_from)}${one.in_force ? ' (vigente)' : ''}`,
  }));
  const choose = (name: string, id: string) =>
    setQuery({ ...Object.fromEntries(query), [name]: id }, { replace: true });
  return (
    <>
      <PageHeader title="Comparar tarifas" back={back} />
      {before && after ? (
        <div className="stack">
          <div className={styles.versions}>
            <Field label="Antes">
              <Select
                options={options}
                value={String(before.id)}
                onChange={({ target }) => choose('antes', target.value)}
              />
            </Field>
            <Field label="Después">
              <Select
                options={options}
                value={String(after.id)}
                onChange={({ target }) => choose('despues', target.value)}
              />
            </Field>
          </div>
          <Compared before={before} after={after} />
        </div>
      ) : (
        <EmptyState title="Todavía no hay dos tarifas" text="Se comparan desde la segunda versión." />
      )}
    </>
  );
}

function Compared({ before, after }: { before: StaffTariff; after: StaffTariff }) {
  const lines = compareTariffs(before, after);
  const different = lines.filter((line) => line.before !== line.after).length;
  const none = <span className="muted">No tiene</span>;
  // A price that breaks reads as two numbers.
  const shown = (value: string | null, isPrice: boolean) => (
    <span className={isPrice ? 'nowrap' : styles.words}>{value ?? none}</span>
  );
  return (
    <>
      <p role="status">
        {different === 0 ? 'No hay diferencias.' : `${pluralize(different, 'valor distinto', 'valores distintos')}.`}
      </p>
      <StaticTable
        caption="Valores"
        cards="phone"
        rows={lines}
        rowKey={({ zone, name }) => `${zone} ${name}`}
        columns={[
          { header: 'Zona', cell: ({ zone }) => <span className={styles.words}>{zone}</span> },
          { header: 'Valor', cell: ({ name }) => <span className="nowrap">{name}</span> },
          { header: 'Antes', cell: ({ before: was, isPrice }) => shown(was, isPrice) },
          {
            header: 'Después',
            cell: ({ before: was, after: is, isPrice }) =>
              was === is ? shown(is, isPrice) : <strong>{shown(is, isPrice)}</strong>,
          },
          {
            header: 'Diferencia',
            cell: ({ before: was, after: is, change }) => {
              if (was === is) return 'No';
              return change ? <strong className="nowrap">{change}</strong> : <Badge colour="amarillo">Distinto</Badge>;
            },
          },
        ]}
      />
      <Panel title="Precios de ejemplo">
        <ExamplePrices before={draftOf(before, before.valid_from)} draft={draftOf(after, after.valid_from)} />
      </Panel>
    </>
  );
}
