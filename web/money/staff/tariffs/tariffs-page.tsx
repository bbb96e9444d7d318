import { localDay } from '#shared/kit/days.ts';
import { formatDate, formatTimestamp } from '#shared/kit/text/format.ts';
import { listTariffs, type StaffTariff } from '#shared/money/staff-tariffs.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { versionOn } from './on-day.ts';
import { compareTariffsPath, newTariffPath } from './tariff-paths.ts';

/** Whether a version applies today, or will from its first day on. */
function Status({ tariff, versions }: { tariff: StaffTariff; versions: readonly StaffTariff[] }) {
  if (tariff.in_force) return <Badge colour="verde">Vigente</Badge>;
  const begins = tariff.valid_from > localDay(new Date()) && versionOn(versions, tariff.valid_from) === tariff;
  return begins ? <Badge colour="azul">Programada</Badge> : 'Reemplazada';
}

/** `/consola/tarifas`: the versions of the general tariff. */
export function TariffsPage({ me }: { me: Me }) {
  const { data, error, refetch } = useApiQuery(listTariffs, { query: { limit: 50 } });
  return (
    <>
      <PageHeader
        title="Tarifas"
        back={{ to: '/consola/cobros', label: 'Cobros' }}
        actions={
          <>
            {data && data.results.length > 1 && <LinkButton to={compareTariffsPath()}>Comparar versiones</LinkButton>}
            {refusalOf(me, 'tariffs') === null && (
              <LinkButton variant="primary" to={newTariffPath()}>
                Tarifa nueva
              </LinkButton>
            )}
          </>
        }
      />
      {!data && <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />}
      {data?.results.length === 0 && (
        <EmptyState
          title="Todavía no hay tarifas"
          text={`Sin una tarifa no se cotiza ni se crean órdenes. ${refusalOf(me, 'tariffs') ?? 'Publicá la primera con Tarifa nueva.'}`}
        />
      )}
      {data && data.results.length > 0 && (
        <StaticTable
          caption="Tarifas"
          cards="phone"
          rows={data.results}
          rowKey={({ id }) => String(id)}
          columns={[
            { header: 'Tarifa', cell: ({ id }) => `Nro. ${id}` },
            {
              header: 'Rige desde',
              cell: ({ valid_from }) => <span className="nowrap">{formatDate(valid_from)}</span>,
            },
            { header: 'Estado', cell: (tariff) => <Status tariff={tariff} versions={data.results} /> },
            { header: 'Zonas', cell: ({ zones }) => zones.map(({ name }) => name).join(', ') },
            { header: 'IVA', cell: ({ tax_percent }) => `${tax_percent} %` },
            { header: 'Creada', cell: ({ created_at }) => formatTimestamp(created_at) },
          ]}
        />
      )}
    </>
  );
}
