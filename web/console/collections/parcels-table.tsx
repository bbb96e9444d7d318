import { useState } from 'react';
import { integer, kilograms, money } from '#shared/format.ts';
import type { ManifestParcel } from '#shared/ops/manifests.ts';
import { PARCEL_STATUS_NAMES, type ParcelStatus } from '#shared/rules/manifest.ts';
import { parcelPath } from '#web/console/parcels/parcel-paths.ts';
import { Badge, type BadgeColour } from '#web/ui/badge.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';

const COLOURS: Record<ParcelStatus, BadgeColour> = {
  waiting: 'amarillo',
  collected: 'verde',
  collected_before: 'azul',
  ended: 'gris',
  missing: 'rojo',
  free: 'gris',
};

/** Parcels of a manifest in the printed order, in pages. */
export function ParcelsTable({ caption, parcels }: { caption: string; parcels: readonly ManifestParcel[] }) {
  const [{ page, size }, setPlace] = useState({ page: 1, size: 50 });
  const pages = Math.max(1, Math.ceil(parcels.length / size));
  const current = Math.min(page, pages);
  return (
    <>
      <StaticTable
        caption={caption}
        cards
        rows={parcels.slice((current - 1) * size, current * size)}
        rowKey={({ shipment_id }) => shipment_id}
        columns={[
          { header: 'Etiqueta', cell: (one) => <Link to={parcelPath(one.shipment_id)}>{one.shipment_id}</Link> },
          { header: 'Orden', cell: ({ order_id }) => order_id },
          {
            header: 'Bulto',
            cell: ({ n, packages }) => <span className="nowrap">{`${n} de ${integer(packages)}`}</span>,
          },
          { header: 'Destino', cell: ({ zip_code, city }) => `${zip_code} ${city}` },
          { header: 'Peso', cell: ({ weight }) => <span className="nowrap">{kilograms(weight)}</span> },
          { header: 'Valor', cell: ({ value }) => <span className="nowrap">{money(value)}</span> },
          {
            header: 'Retiro',
            cell: ({ status, state }) => (
              <span>
                <Badge colour={COLOURS[status]}>{PARCEL_STATUS_NAMES[status]}</Badge>
                {status !== 'waiting' && status !== 'collected' && <span className="row-line">{state}</span>}
              </span>
            ),
          },
        ]}
      />
      {parcels.length > 50 && (
        <Pager
          page={current}
          pageSize={size}
          pageCount={pages}
          onPage={(next) => setPlace({ page: next, size })}
          onPageSize={(next) => setPlace({ page: 1, size: next })}
        />
      )}
    </>
  );
}
