import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { integer, money, pluralize } from '#shared/format.ts';
import { exportCharges, listCharges } from '#shared/ops/charges.ts';
import { formatCuit } from '#shared/rules/cuit.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { TARIFFS_PATH } from '#web/console/tariffs/tariff-paths.ts';
import { useDownload } from '#web/console/use-download.ts';
import { useLinkKeys } from '#web/console/use-link-keys.ts';
import { history } from '#web/lib/history.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { chargesPath, clientChargesPath } from './charge-paths.ts';
import { ChargeSums } from './charge-sums.tsx';
import styles from './charges.module.css';
import { monthName, useMonth } from './use-month.ts';

/** `/consola/cobros`: what each client is charged for the parcels of a month. */
export function ChargesPage({ me }: { me: Me }) {
  const refusal = refusalOf(me, 'billing');
  if (refusal === null) return <Charges />;
  return (
    <>
      <PageHeader title="Cobros" />
      <EmptyState title="No podés ver esta página" text={refusal} />
    </>
  );
}

function Charges() {
  const { month, options } = useMonth();
  const [params] = useSearchParams();
  const [typed, setTyped] = useState(params.get('buscar') ?? '');
  const [search] = useDebounced(typed.trim(), 300);
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const filter = { month, ...(search && { search }) };
  const query = { page, limit, filter };
  const { data, error, refetch } = useApiQuery(listCharges, { query }, { keepPrevious: true });
  const { download, downloading } = useDownload();
  const table = useRef<HTMLDivElement>(null);
  useLinkKeys(table);
  const show = (next: { mes: string; buscar: string }) => {
    history.replace(`${chargesPath(next.mes)}${next.buscar && `&${new URLSearchParams({ buscar: next.buscar })}`}`);
    setPlace({ page: 1, limit });
  };
  return (
    <>
      <PageHeader
        title="Cobros"
        count={data ? pluralize(data.pagination.total, 'cliente', 'clientes') : '\u00a0'}
        actions={
          <>
            <Link to={TARIFFS_PATH}>Tarifas</Link>
            <Button busy={downloading} onClick={() => void download(exportCharges, { query: { filter } })}>
              Descargar el mes (CSV)
            </Button>
          </>
        }
      />
      <div className={styles.filters}>
        <Field label="Mes">
          <Select
            value={month}
            options={options}
            onChange={({ target }) => show({ mes: target.value, buscar: typed.trim() })}
          />
        </Field>
        <Field label="Buscar" hint="Empresa o CUIT">
          <TextInput
            type="search"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              show({ mes: month, buscar: target.value.trim() });
            }}
          />
        </Field>
      </div>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {data && data.pagination.total === 0 && (
        <EmptyState
          title={search ? 'Ningún cliente coincide' : 'No hay nada que cobrar'}
          text={
            search
              ? 'Cambiá la búsqueda o el mes.'
              : `Ningún envío se retiró en ${monthName(month)}: cada uno se cobra en el mes en que se retira.`
          }
        />
      )}
      {data && data.pagination.total > 0 && (
        <div ref={table} className="stack">
          <ChargeSums sums={data.sums} />
          <p className="muted">Los clientes están por nombre de empresa.</p>
          <StaticTable
            caption="Cobros por cliente"
            cards
            rows={data.results}
            rowKey={({ client_id }) => String(client_id)}
            columns={[
              {
                header: 'Empresa',
                cell: (client) => (
                  <span>
                    <Link to={clientChargesPath(client.client_id, month)}>{client.nombre_empresa}</Link>
                    <span className="row-line">{client.razon_social}</span>
                  </span>
                ),
              },
              { header: 'CUIT', cell: ({ cuit }) => <span className="nowrap">{formatCuit(cuit)}</span> },
              { header: 'Envíos', right: true, cell: ({ parcels }) => integer(parcels) },
              { header: 'Costos con IVA', right: true, cell: ({ frozen }) => money(frozen) },
              { header: 'Ajustes con IVA', right: true, cell: ({ adjustment }) => money(adjustment) },
              { header: 'Neto', right: true, cell: ({ net }) => money(net) },
              { header: 'IVA', right: true, cell: ({ tax }) => money(tax) },
              { header: 'Total', right: true, cell: ({ total }) => <strong>{money(total)}</strong> },
            ]}
          />
          <Pager
            page={data.pagination.page}
            pageSize={limit}
            pageCount={data.pagination.pages}
            onPage={(next) => setPlace({ page: next, limit })}
            onPageSize={(size) => setPlace({ page: 1, limit: size })}
          />
        </div>
      )}
    </>
  );
}
