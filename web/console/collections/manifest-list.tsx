import { useState } from 'react';
import { formatTimestamp, kilograms } from '#shared/format.ts';
import { listManifests } from '#shared/ops/manifests.ts';
import { MANIFEST_STATES } from '#shared/rules/manifest.ts';
import { BlockedClient } from '#web/console/clients/blocked-client.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { Segment } from '#web/ui/choice.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { manifestPath } from './collection-paths.ts';
import styles from './collections.module.css';
import { handedText } from './hand-over-texts.ts';
import { ManifestBadge } from './manifest-state.tsx';

const [OPEN, HANDED_OVER, CANCELLED] = MANIFEST_STATES;

const STATES = [
  { value: OPEN, label: 'Abiertos', none: 'No hay manifiestos abiertos. Se abren arriba, por domicilio.' },
  { value: HANDED_OVER, label: 'Entregados', none: 'No hay manifiestos entregados.' },
  { value: CANCELLED, label: 'Anulados', none: 'No hay manifiestos anulados.' },
];

/** Manifests of one state, latest first. */
export function ManifestList({ client }: { client: string }) {
  const [state, setState] = useState<string>(OPEN);
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 20 });
  const { data, error, refetch } = useApiQuery(
    listManifests,
    { query: { page, limit, filter: { state, ...(client && { client }) } } },
    { keepPrevious: true },
  );
  return (
    <section className={styles.manifests} aria-labelledby="manifests">
      <h2 id="manifests">Manifiestos</h2>
      <div>
        <Segment
          label="Manifiestos"
          value={state}
          options={STATES}
          onChange={(value) => {
            setState(value);
            setPlace({ page: 1, limit });
          }}
        />
      </div>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={4} />)}
      {data && data.results.length === 0 && (
        <p className="muted">
          {client ? 'Ningún manifiesto coincide.' : STATES.find(({ value }) => value === state)?.none}
        </p>
      )}
      {data && data.results.length > 0 && (
        <StaticTable
          caption="Lista de manifiestos"
          cards
          rows={data.results}
          rowKey={({ number }) => number}
          columns={[
            { header: 'Número', cell: ({ number }) => <Link to={manifestPath(number)}>{number}</Link> },
            {
              header: 'Empresa',
              cell: ({ company, state, blocked_reason }) => (
                <span>
                  {company} {state === 'abierto' && <BlockedClient reason={blocked_reason} />}
                </span>
              ),
            },
            { header: 'Estado', cell: (one) => <ManifestBadge state={one.state} /> },
            { header: 'Bultos', cell: handedText },
            { header: 'Peso', cell: ({ weight }) => <span className="nowrap">{kilograms(weight)}</span> },
            {
              header: 'Abierto',
              cell: ({ created_at, created_by }) => (
                <span>
                  <span className="nowrap">{formatTimestamp(created_at)}</span>
                  <span className="row-line">{created_by}</span>
                </span>
              ),
            },
          ]}
        />
      )}
      {data && data.pagination.pages > 1 && (
        <Pager
          page={data.pagination.page}
          pageSize={limit}
          pageCount={data.pagination.pages}
          onPage={(next) => setPlace({ page: next, limit })}
          onPageSize={(size) => setPlace({ page: 1, limit: size })}
        />
      )}
    </section>
  );
}
