import { useState } from 'react';
import { integer, kilograms } from '#shared/format.ts';
import type { Collection } from '#shared/ops/collections.ts';
import { listManifests, openManifest } from '#shared/ops/manifests.ts';
import { joinSentences } from '#shared/sentences.ts';
import { BlockedClient } from '#web/console/clients/blocked-client.tsx';
import { clientPath } from '#web/console/clients/client-paths.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { history } from '#web/lib/history.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { AddressText } from './address-text.tsx';
import { manifestPath } from './collection-paths.ts';

const keyOf = ({ client_id, address_id }: Collection) => `${client_id}/${address_id}`;

interface CollectionsTableProps {
  me: Me;
  rows: readonly Collection[];
  onChanged: () => void;
}

/** Addresses where parcels wait, each with a button that opens a manifest of its free parcels. */
export function CollectionsTable({ me, rows, onChanged }: CollectionsTableProps) {
  const [opening, setOpening] = useState<string | null>(null);
  /** The address whose client is blocked, while the person is asked. */
  const [asked, setAsked] = useState<Collection | null>(null);
  const refused = refusalOf(me, 'events');
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
      onChanged();
    }
    setOpening(null);
  };
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
      <StaticTable
        caption="Domicilios con bultos por retirar"
        cards
        rows={rows}
        rowKey={keyOf}
        columns={[
          {
            header: 'Empresa',
            cell: ({ client_id, company, phone, blocked_reason }) => (
              <span>
                <Link to={clientPath(client_id)}>{company}</Link>
                {phone && <span className="row-line">{phone}</span>}
                <BlockedClient reason={blocked_reason} />
              </span>
            ),
          },
          { header: 'Domicilio', cell: ({ address }) => <AddressText address={address} /> },
          { header: 'Órdenes', cell: ({ orders }) => integer(orders) },
          {
            header: 'Bultos',
            cell: ({ bulks, listed }) => (
              <span>
                {integer(bulks)}
                {listed > 0 && <span className="row-line nowrap">{integer(listed)} en manifiesto</span>}
              </span>
            ),
          },
          { header: 'Peso', cell: ({ weight }) => <span className="nowrap">{kilograms(weight)}</span> },
          {
            header: 'Acción',
            cell: (row) => (
              <Button
                size="sm"
                busy={opening === keyOf(row)}
                aria-label={`Abrir manifiesto de ${row.company}, ${row.address.street_name} ${row.address.street_number}`}
                disabledReason={
                  refused ?? (row.bulks === row.listed && 'Todos sus bultos están en un manifiesto abierto')
                }
                onClick={() => (row.blocked_reason === null ? void open(row) : setAsked(row))}
              >
                Abrir manifiesto
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}
