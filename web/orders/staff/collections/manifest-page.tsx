import { useState } from 'react';
import { useParams } from 'react-router';
import { formatTimestamp, integer, kilograms, money, pluralize } from '#shared/kit/text/format.ts';
import { MANIFEST_SHIPMENT_STATUS_NAMES, type ManifestShipmentStatus } from '#shared/orders/rules/shipment/manifest.ts';
import { listCollections } from '#shared/orders/staff-collections.ts';
import {
  cancelManifest,
  exportManifest,
  listManifests,
  type ManifestDetail,
  type ManifestShipment,
  printManifest,
  readManifest,
} from '#shared/orders/staff-manifests.ts';
import { backTo } from '#web/console/kit/back-to.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { ReasonDialog } from '#web/console/kit/reason-dialog.tsx';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { useDownload } from '#web/console/kit/use-download.ts';
import { call } from '#web/kit/call/api.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { history } from '#web/kit/lib/history.ts';
import { type ListDefinition, useListFilters } from '#web/kit/list/filters.ts';
import { pageOf } from '#web/kit/list/page-of.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';
import { Printer } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { staffShipmentPath } from '#web/orders/staff/shipments/shipment-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { AddressText } from './address-text.tsx';
import { COLLECTIONS_PATH } from './collection-paths.ts';
import styles from './collections.module.css';
import { HandOver } from './hand-over.tsx';
import { handedText } from './hand-over-texts.ts';
import { ManifestBadge } from './manifest-state.tsx';

const back = () => ({ to: backTo(COLLECTIONS_PATH), label: 'Colectas' });

const UNKNOWN = { title: 'El manifiesto no existe', text: 'Revisá el número: tiene la forma COL-2026-000123.' };

/** `/consola/colectas/{number}`: a manifest, and its hand-over by scanning. */
export function ManifestPage({ me }: { me: Me }) {
  const { number = '' } = useParams();
  const { data, error, refetch } = useApiQuery(readManifest, { params: { number } });
  if (data) return <OpenedManifest key={data.results.number} manifest={data.results} me={me} />;
  // Without a heading, by which people see that the page receives what they scan.
  if (!error) return <Skeleton lines={8} />;
  return (
    <>
      <PageHeader title={number} back={back()} />
      <NotLoaded lines={8} error={error} unknown={UNKNOWN} onRetry={() => void refetch()} />
    </>
  );
}

/** Calls whose replies a change of a manifest changes. */
const SHOWN = [readManifest, listManifests, listCollections];

const COLOURS: Record<ManifestShipmentStatus, BadgeColour> = {
  waiting: 'amarillo',
  collected: 'verde',
  collected_before: 'azul',
  ended: 'gris',
  missing: 'rojo',
  free: 'gris',
};

const COLUMNS: readonly Column<ManifestShipment>[] = [
  {
    id: 'label',
    header: 'Etiqueta',
    cell: ({ shipment_id }) => <Link to={staffShipmentPath(shipment_id)}>{shipment_id}</Link>,
  },
  { id: 'order', header: 'Orden', cell: ({ order_id }) => order_id },
  { id: 'shipment', header: 'Bulto', cell: ({ n, packages }) => `${n} de ${integer(packages)}` },
  { id: 'place', header: 'Destino', cell: ({ zip_code, city }) => `${zip_code} ${city}` },
  { id: 'weight', header: 'Peso', align: 'right', cell: ({ weight }) => kilograms(weight) },
  { id: 'value', header: 'Valor', align: 'right', cell: ({ value }) => money(value) },
  {
    id: 'status',
    header: 'Retiro',
    cell: ({ status, state }) => (
      <span>
        <Badge colour={COLOURS[status]}>{MANIFEST_SHIPMENT_STATUS_NAMES[status]}</Badge>
        {status !== 'waiting' && status !== 'collected' && <span className="row-line">{state}</span>}
      </span>
    ),
  },
];

const PAGES: ListDefinition<never> = { list: 'console-manifest', pageSize: 50, filters: {} };

const SURPLUS_PAGES: ListDefinition<never> = { ...PAGES, list: 'console-surplus', prefix: 'sobraron-' };

const keyOf = ({ shipment_id }: ManifestShipment) => shipment_id;

interface ShipmentsTableProps {
  caption: string;
  shipments: readonly ManifestShipment[];
  /** Whether they are those that the manifest doesn't list, a second table of the page. */
  surplus?: boolean;
}

/** Shipments of a manifest in the printed order, in pages. */
function ShipmentsTable({ caption, shipments, surplus }: ShipmentsTableProps) {
  const filters = useListFilters(surplus ? SURPLUS_PAGES : PAGES);
  return (
    <ConsoleList
      label={caption}
      pagerLabel={`Páginas: ${caption}`}
      list={pageOf(shipments, filters)}
      filters={filters}
      columns={COLUMNS}
      rowKey={keyOf}
      onOpen={({ shipment_id }) => history.push(staffShipmentPath(shipment_id))}
    />
  );
}

function OpenedManifest({ manifest, me }: { manifest: ManifestDetail; me: Me }) {
  const { number, state, parcels: shipments, surplus_parcels } = manifest;
  const [cancelling, setCancelling] = useState(false);
  const { download, downloading } = useDownload();
  const refused = refusalOf(me, 'events');
  const begun = shipments.some(({ status }) => status === 'collected');
  const cancel = (reason: string) =>
    runAndRefetch(() => call(cancelManifest, { params: { number }, body: { reason } }), ...SHOWN);
  return (
    <>
      <PageHeader
        title={number}
        back={back()}
        badge={<ManifestBadge state={state} />}
        actions={
          <>
            <Button
              icon={<Printer />}
              busy={downloading}
              onClick={() => void download(printManifest, { params: { number } })}
            >
              Imprimir
            </Button>
            <Button busy={downloading} onClick={() => void download(exportManifest, { params: { number } })}>
              Descargar (CSV)
            </Button>
            {state === 'abierto' && (
              <Button
                variant="danger"
                disabledReason={refused ?? (begun && 'Ya se retiraron bultos: confirmá la entrega')}
                onClick={() => setCancelling(true)}
              >
                Anular
              </Button>
            )}
          </>
        }
      />
      <div className={styles.columns}>
        <div className="stack">
          {state === 'abierto' && <BlockedClient reason={manifest.blocked_reason} />}
          {state !== 'anulado' &&
            (refused ? (
              <Note tone="plain">{refused}</Note>
            ) : (
              <HandOver manifest={manifest} onHandedOver={() => invalidateApiQueries(...SHOWN)} />
            ))}
        </div>
        <Panel title="Datos">
          <ManifestFacts manifest={manifest} />
        </Panel>
      </div>
      <div className="stack">
        <h2>Bultos</h2>
        <ShipmentsTable caption="Bultos del manifiesto" shipments={shipments} />
        {surplus_parcels.length > 0 && (
          <>
            <h2>Sobraron</h2>
            <ShipmentsTable caption="Bultos que sobraron" shipments={surplus_parcels} surplus />
          </>
        )}
      </div>
      {cancelling && (
        <ReasonDialog
          action="manifest"
          title={`Anular ${number}`}
          saveText="Anular el manifiesto"
          required="Escribí por qué se anula"
          hint="Queda en el manifiesto. Sus bultos quedan libres para otro."
          onClose={() => setCancelling(false)}
          onReason={cancel}
        />
      )}
    </>
  );
}

function ManifestFacts({ manifest }: { manifest: ManifestDetail }) {
  const { client_id, company, sender_address, bulks, orders, weight, value, created_at, created_by } = manifest;
  const { state, closed_at, closed_by, cancel_reason } = manifest;
  return (
    <DescriptionList
      groups={[
        [
          { term: 'Empresa', value: <Link to={clientPath(client_id)}>{company}</Link> },
          { term: 'Domicilio', value: <AddressText address={sender_address} /> },
          {
            term: 'Total',
            value: `${pluralize(bulks, 'bulto', 'bultos')} de ${pluralize(orders, 'orden', 'órdenes')}, ${kilograms(weight)}`,
          },
          { term: 'Valor declarado', value: money(value) },
        ],
        [
          { term: 'Abierto', value: `${formatTimestamp(created_at)}, por ${created_by}` },
          ...(closed_at === null
            ? []
            : [
                {
                  term: state === 'anulado' ? 'Anulado' : 'Entregado',
                  value: `${formatTimestamp(closed_at)}, por ${closed_by}`,
                },
              ]),
          ...(state === 'entregado' ? [{ term: 'Retirados', value: handedText(manifest) }] : []),
          ...(cancel_reason === null ? [] : [{ term: 'Motivo', value: cancel_reason }]),
        ],
      ]}
    />
  );
}
