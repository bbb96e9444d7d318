import { useState } from 'react';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { integer, kilograms } from '#shared/kit/text/format.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import type { Collection, listCollections } from '#shared/orders/staff-collections.ts';
import { listManifests, openManifest } from '#shared/orders/staff-manifests.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { history } from '#web/kit/lib/history.ts';
import type { ListFilters } from '#web/kit/list/filters.ts';
import type { ListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { AddressText } from './address-text.tsx';
import { manifestPath } from './collection-paths.ts';

const keyOf = ({ client_id, address_id }: Collection) => `${client_id}/${address_id}`;

const COLUMNS: readonly Column<Collection>[] = [
  {
    id: 'company',
    header: 'Empresa',
    wrap: true,
    minWidth: 160,
    cell: ({ client_id, company, phone, blocked_reason }) => (
      <span>
        <Link to={clientPath(client_id)}>{company}</Link>
        {phone && <span className="row-line">{phone}</span>}
        <BlockedClient reason={blocked_reason} />
      </span>
    ),
  },
  { id: 'address', header: 'Domicilio', wrap: true, cell: ({ address }) => <AddressText address={address} /> },
  { id: 'orders', header: 'Órdenes', align: 'right', cell: ({ orders }) => integer(orders) },
  {
    id: 'shipments',
    header: 'Bultos',
    align: 'right',
    cell: ({ bulks, listed }) => (
      <span>
        {integer(bulks)}
        {listed > 0 && <span className="row-line">{integer(listed)} en manifiesto</span>}
      </span>
    ),
  },
  { id: 'weight', header: 'Peso', align: 'right', cell: ({ weight }) => kilograms(weight) },
];

interface CollectionsTableProps {
  me: Me;
  list: ListPage<Collection, ReplyOf<typeof listCollections>>;
  filters: ListFilters<'cliente'>;
}

/** Addresses where shipments wait, each with a button that opens a manifest of its free shipments. */
export function CollectionsTable({ me, list, filters }: CollectionsTableProps) {
  const [opening, setOpening] = useState<string | null>(null);
  /** The address whose client is blocked, while the person is asked. */
  const [asked, setAsked] = useState<Collection | null>(null);
  const refused = refusalOf(me, 'events');
  const { retry } = list;
  const open = async (row: Collection) => {
    setOpening(keyOf(row));
    try {
      const { message, results } = await call(openManifest, {
        params: { clientId: row.client_id },
        body: { address_id: row.address_id },
      });
      alerts.success(message);
      void invalidateApiQueries(listManifests);
      history.push(manifestPath(results.number));
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
      retry();
    }
    setOpening(null);
  };
  const columns = [
    ...COLUMNS,
    openColumn({
      opening,
      refused,
      open: (row) => (row.blocked_reason === null ? void open(row) : setAsked(row)),
    }),
  ];
  return (
    <>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={`${asked?.company ?? 'El cliente'} está bloqueado`}
        message={joinSentences([`Motivo: ${asked?.blocked_reason ?? ''}`, '¿Abrir el manifiesto igual?'])}
        confirmText="Abrir manifiesto"
        cancelText="Cancelar"
        onConfirm={async () => {
          if (asked) await open(asked);
        }}
      />
      <ConsoleList
        label="Domicilios con bultos por retirar"
        list={list}
        filters={filters}
        columns={columns}
        rowKey={keyOf}
        onOpen={({ client_id }) => history.push(clientPath(client_id))}
        none={{ title: 'No hay bultos por retirar', text: 'Aparecen cuando los clientes imprimen sus etiquetas.' }}
        unmatched={{
          title: 'Ningún cliente coincide',
          text: 'Cambiá la búsqueda, o fijate si sus etiquetas están impresas.',
        }}
      />
    </>
  );
}

interface Opening {
  /** Key of the address whose manifest is being opened. */
  opening: string | null;
  /** Why the person may open none; null if permitted. */
  refused: string | null;
  open: (row: Collection) => void;
}

const openColumn = ({ opening, refused, open }: Opening): Column<Collection> => ({
  id: 'open',
  header: 'Acción',
  align: 'right',
  hideHeader: true,
  cell: (row) => (
    <Button
      size="sm"
      busy={opening === keyOf(row)}
      aria-label={`Abrir manifiesto de ${row.company}, ${row.address.street_name} ${row.address.street_number}`}
      disabledReason={refused ?? (row.bulks === row.listed && 'Todos sus bultos están en un manifiesto abierto')}
      onClick={() => open(row)}
    >
      Abrir manifiesto
    </Button>
  ),
});
