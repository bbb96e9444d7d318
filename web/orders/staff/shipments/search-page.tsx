import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { formatDate, pluralize } from '#shared/kit/text/format.ts';
import { SEARCH_KIND_NAMES, SEARCH_KINDS } from '#shared/orders/rules/code/shipment-search.ts';
import { MAX_FOUND, type StaffFoundShipment, searchShipments } from '#shared/orders/staff-shipment/staff-search.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { history } from '#web/kit/lib/history.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { SEARCH_PATH, staffShipmentPath } from './shipment-paths.ts';
import styles from './shipments.module.css';

const searchState = z.object({ text: z.string(), kind: z.optional(z.enum(SEARCH_KIND_NAMES)) });

const KIND_OPTIONS = SEARCH_KIND_NAMES.map((value) => ({ value, label: SEARCH_KINDS[value].name }));

/** `/consola/buscar`: what the search of the header found. */
export function SearchPage() {
  const { state } = useLocation();
  const { success, data } = z.safeParse(searchState, state);
  if (success) return <Results key={data.text} {...data} />;
  return (
    <>
      <PageHeader title="Buscar envíos" />
      <EmptyState
        title="Escribí qué buscar"
        text="Arriba, en Buscar envíos: una etiqueta, un código de seguimiento, un número de orden, o el nombre, teléfono, documento o email de un destinatario."
      />
    </>
  );
}

/** Found shipments of all clients, each a link to its page. */
function SearchResults({ results }: { results: readonly StaffFoundShipment[] }) {
  return (
    <StaticTable<StaffFoundShipment>
      caption="Envíos encontrados"
      cards
      rows={results}
      rowKey={({ shipment_id }) => shipment_id}
      columns={[
        { header: 'Envío', cell: ({ shipment_id }) => <Link to={staffShipmentPath(shipment_id)}>{shipment_id}</Link> },
        { header: 'Empresa', cell: ({ company }) => company },
        { header: 'Orden', cell: ({ order_id }) => order_id },
        { header: 'Estado', cell: ({ state }) => <StateBadge state={state} /> },
        { header: 'Destinatario', cell: ({ receiver_name }) => receiver_name },
        { header: 'Teléfono', cell: ({ receiver_phone }) => receiver_phone || '-' },
        { header: 'Documento', cell: ({ document }) => document || '-' },
        { header: 'Creado', cell: ({ created_at }) => <span className="nowrap">{formatDate(created_at)}</span> },
        { header: 'Encontrado por', cell: ({ found_by }) => SEARCH_KINDS[found_by].name },
      ]}
    />
  );
}

type Search = z.output<typeof searchState>;

function Results({ text, kind }: Search) {
  const table = useRef<HTMLDivElement>(null);
  // Each search is audited: going back to the results isn't another one.
  const { data, error, refetch } = useApiQuery(
    searchShipments,
    { body: { text, ...(kind && { kind }) } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const [only, ...others] = data?.results ?? [];
  const exact = only && others.length === 0 && only.found_by === 'tracking' ? only.shipment_id : null;
  useEffect(() => {
    if (exact) history.replace(staffShipmentPath(exact));
  }, [exact]);

  const move = (step: number) => {
    const links = [...(table.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  useShortcuts([
    { keys: 'j', label: 'Siguiente', run: () => move(1) },
    { keys: 'k', label: 'Anterior', run: () => move(-1) },
    { keys: 'ArrowDown', label: 'Siguiente', run: () => move(1) },
    { keys: 'ArrowUp', label: 'Anterior', run: () => move(-1) },
  ]);
  const choose = (value: string) =>
    history.replace(SEARCH_PATH, { text, ...(value !== '' && { kind: value as Search['kind'] }) });
  return (
    <>
      <PageHeader title="Buscar envíos" count={data ? countText(data.results.length, data.more) : '\u00a0'} />
      <div className={styles.searched}>
        <span>
          Buscaste <b>{text}</b>
        </span>
        <Field label="Buscar por" light>
          <Select
            small
            placeholder="Cualquier dato"
            options={KIND_OPTIONS}
            value={kind ?? ''}
            onChange={(event) => choose(event.target.value)}
          />
        </Field>
      </div>
      {!data && <NotLoaded error={error} onRetry={() => void refetch()} lines={6} label="Buscando" />}
      {data?.results.length === 0 && (
        <EmptyState
          title="No encontramos envíos"
          text="El documento, el teléfono, el email y los números se buscan completos; del nombre alcanzan 3 letras. Los datos borrados no se encuentran por persona."
        />
      )}
      {data && data.results.length > 0 && (
        <div ref={table}>
          <SearchResults results={data.results} />
          {data.more && (
            <Note tone="plain">Se ven los {MAX_FOUND} más nuevos. Escribí un dato más preciso para ver otros.</Note>
          )}
        </div>
      )}
    </>
  );
}

const countText = (count: number, more: boolean) =>
  more ? `Más de ${count} envíos` : pluralize(count, 'envío', 'envíos');
