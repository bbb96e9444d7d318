import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { formatTimestamp, kilograms } from '#shared/format.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { MANIFEST_STATES } from '#shared/orders/rules/parcel/manifest.ts';
import { listManifests } from '#shared/orders/staff-manifests.ts';
import { ConsoleList } from '#web/console/console-list.tsx';
import { useListFilters } from '#web/lib/filters.ts';
import { history } from '#web/lib/history.ts';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { Segment } from '#web/ui/choice.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';
import { manifestPath } from './collection-paths.ts';
import styles from './collections.module.css';
import { handedText } from './hand-over-texts.ts';
import { ManifestBadge } from './manifest-state.tsx';

type Row = ReplyOf<typeof listManifests>['results'][number];

const PREFIX = 'manifiestos-';

/** Name of the list's page in the address. */
export const MANIFEST_PAGE = `${PREFIX}page`;

const [OPEN, HANDED_OVER, CANCELLED] = MANIFEST_STATES;

const STATES = [
  {
    value: OPEN,
    label: 'Abiertos',
    none: { title: 'No hay manifiestos abiertos', text: 'Se abren arriba, por domicilio.' },
  },
  { value: HANDED_OVER, label: 'Entregados', none: { title: 'No hay manifiestos entregados' } },
  { value: CANCELLED, label: 'Anulados', none: { title: 'No hay manifiestos anulados' } },
];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'number', header: 'Número', cell: ({ number }) => <Link to={manifestPath(number)}>{number}</Link> },
  {
    id: 'company',
    header: 'Empresa',
    wrap: true,
    minWidth: 160,
    cell: ({ company, state, blocked_reason }) => (
      <span>
        {company} {state === OPEN && <BlockedClient reason={blocked_reason} />}
      </span>
    ),
  },
  { id: 'state', header: 'Estado', cell: ({ state }) => <ManifestBadge state={state} /> },
  { id: 'parcels', header: 'Bultos', cell: handedText },
  { id: 'weight', header: 'Peso', cell: ({ weight }) => kilograms(weight) },
  {
    id: 'opened',
    header: 'Abierto',
    cell: ({ created_at, created_by }) => (
      <span>
        {formatTimestamp(created_at)}
        <span className="row-line">{created_by}</span>
      </span>
    ),
  },
];

const keyOf = ({ number }: Row) => number;

/** Manifests of one state, latest first. @param client text by which the page searches for a client */
export function ManifestList({ client }: { client: string }) {
  const [params] = useSearchParams();
  const shown = STATES.find(({ value }) => value === params.get('manifiestos')) ?? STATES[0];
  const definition = useMemo(
    () => ({
      list: 'console-manifests',
      pageSize: 20 as const,
      prefix: PREFIX,
      filters: { manifiestos: 'state' },
      fixed: { state: shown?.value ?? OPEN, ...(client && { client }) },
    }),
    [shown, client],
  );
  const filters = useListFilters(definition);
  const list = useListPage(listManifests, filters, null, undefined, { keys: false });
  return (
    <section className={styles.manifests} aria-labelledby="manifests">
      <h2 id="manifests">Manifiestos</h2>
      <div>
        <Segment
          label="Manifiestos"
          value={shown?.value ?? OPEN}
          options={STATES}
          onChange={(manifiestos) => filters.replace({ manifiestos })}
        />
      </div>
      <ConsoleList
        label="Lista de manifiestos"
        pagerLabel="Páginas de manifiestos"
        list={list}
        filters={{ ...filters, filtered: false }}
        columns={COLUMNS}
        rowKey={keyOf}
        onOpen={({ number }) => history.push(manifestPath(number))}
        none={client ? { title: 'Ningún manifiesto coincide' } : shown?.none}
      />
    </section>
  );
}
