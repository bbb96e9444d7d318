import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { formatTimestamp, integer, kilograms, pluralize } from '#shared/kit/text/format.ts';
import { MANIFEST_STATES, manifestCode, parseManifestCode } from '#shared/orders/rules/shipment/manifest.ts';
import { listCollections, printRunSheet } from '#shared/orders/staff-collections.ts';
import { listManifests } from '#shared/orders/staff-manifests.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { ScanField } from '#web/console/kit/scan-field.tsx';
import { useDownload } from '#web/console/kit/use-download.ts';
import { history } from '#web/kit/lib/history.ts';
import { type ListDefinition, useListFilters } from '#web/kit/list/filters.ts';
import { LiveSearch } from '#web/kit/list/live-filters.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Printer } from '#web/kit/ui/display/icons.ts';
import { Segment } from '#web/kit/ui/field/choice.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { manifestPath } from './collection-paths.ts';
import styles from './collections.module.css';
import { CollectionsTable } from './collections-table.tsx';
import { handedText } from './hand-over-texts.ts';
import { ManifestBadge } from './manifest-state.tsx';

const isManifest = (text: string) => parseManifestCode(text) !== null;

/** How often the list is read again, in ms. */
const REFRESH_MS = 15_000;

type Row = ReplyOf<typeof listManifests>['results'][number];

const PREFIX = 'manifiestos-';

/** Name of the list's page in the address. */
const MANIFEST_PAGE = `${PREFIX}page`;

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
  { id: 'shipments', header: 'Bultos', cell: handedText },
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
function ManifestList({ client }: { client: string }) {
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

const FILTERS: ListDefinition<'cliente'> = {
  list: 'console-collections',
  pageSize: 50,
  filters: { cliente: 'client' },
  otherPages: [MANIFEST_PAGE],
};

/** `/consola/colectas`: printed shipments that wait at their senders, and the manifests of their collection. */
export function CollectionsPage({ me }: { me: Me }) {
  const filters = useListFilters(FILTERS);
  const list = useListPage(listCollections, filters, null, undefined, { refetchInterval: REFRESH_MS });
  const [wrongCode, setWrongCode] = useState<string | null>(null);
  const { download, downloading } = useDownload();
  const openScanned = (code: string) => {
    const number = parseManifestCode(code);
    setWrongCode(number ? null : code);
    if (number) history.push(manifestPath(manifestCode(number)));
  };
  const totals = list.reply?.totals;
  const waiting = totals?.bulks ?? 0;
  return (
    <>
      <PageHeader
        title="Colectas"
        count={totals ? `${pluralize(waiting, 'bulto', 'bultos')} por retirar` : '\u00a0'}
        subtitle={
          totals && (
            <>
              <span>{pluralize(totals.orders, 'orden', 'órdenes')}</span>
              <span>{kilograms(totals.weight)}</span>
              <span>{integer(totals.listed)} en manifiestos abiertos</span>
            </>
          )
        }
        actions={
          <Button
            icon={<Printer />}
            busy={downloading}
            disabledReason={totals && waiting === 0 && 'No hay bultos por retirar'}
            onClick={() => void download(printRunSheet, { query: { filter: filters.query.filter } })}
          >
            Hoja de ruta
          </Button>
        }
      />
      <div className={styles.filters}>
        <LiveSearch filters={filters} name="cliente" label="Cliente" hint="Empresa o número" />
        <div>
          <ScanField
            label="Manifiesto"
            hint="Escaneá o escribí su número: abre la entrega."
            onScan={openScanned}
            isCode={isManifest}
          />
          <p role="status" className={styles.problem}>
            {wrongCode !== null && `«${wrongCode}» no es un número de manifiesto, como COL-2026-000123`}
          </p>
        </div>
      </div>
      <CollectionsTable me={me} list={list} filters={filters} />
      <ManifestList client={filters.applied.cliente ?? ''} />
    </>
  );
}
