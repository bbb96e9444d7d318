import { useCallback, useState } from 'react';
import { EMPTY_VALUE } from '#shared/format.ts';
import { type OperatorPickupPoint, pickupPoints } from '#shared/provider/staff-pickup-points.ts';
import { provinceByLetter } from '#shared/rules/provinces.ts';
import {
  type Cells,
  ExportResource,
  ResourceFilters,
  ResourceTable,
  useResource,
} from '#web/console/resource-list.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from '#web/provider/staff/settings/settings.module.css';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.ts';
import { PointDialog } from './point-dialog.tsx';
import { PointFile } from './point-file.tsx';

const CELLS: Cells<typeof pickupPoints> = {
  code: null,
  name: {
    cell: ({ code, name, active }) => (
      <span>
        <b>{name}</b> {!active && <Badge colour="gris">Inactivo</Badge>}
        <span className="row-line">{code}</span>
      </span>
    ),
  },
  street: {
    cell: ({ street, city, province, zip_code }) => (
      <span>
        {street}
        <span className="row-line">
          {city}, {provinceByLetter(province)?.name} ({zip_code})
        </span>
      </span>
    ),
  },
  city: null,
  province: null,
  zip_code: null,
  hours: { wrap: true, cell: ({ hours }) => hours || EMPTY_VALUE },
  lat: { header: 'Ubicación', cell: ({ lat, lon }) => (lat === null ? EMPTY_VALUE : `${lat}, ${lon}`) },
  lon: null,
  active: null,
};

/** The pickup points: a list with a search, one by one or by file. */
export function PointsSection({ me }: { me: Me }) {
  const view = useResource(pickupPoints);
  const [edited, setEdited] = useState<OperatorPickupPoint | 'new' | null>(null);
  const [loading, setLoading] = useState(false);
  const refused = refusalOf(me, 'points');
  const changeButton = useCallback(
    (point: OperatorPickupPoint) => (
      <Button size="sm" aria-label={`Cambiar ${point.name}`} disabledReason={refused} onClick={() => setEdited(point)}>
        Cambiar
      </Button>
    ),
    [refused],
  );
  return (
    <>
      <div className={styles.bar}>
        <ResourceFilters view={view} />
        <span className={styles.buttons}>
          <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setEdited('new')}>
            Nuevo punto
          </Button>
          <Button disabledReason={refused} onClick={() => setLoading(true)}>
            Cargar CSV
          </Button>
          <ExportResource view={view} />
        </span>
      </div>
      <p role="status" className="muted">
        {view.count ?? '\u00a0'}
      </p>
      <ResourceTable
        view={view}
        cells={CELLS}
        actions={changeButton}
        name="name"
        {...(!refused && { onOpen: setEdited })}
        none={{
          title: 'Todavía no hay puntos de retiro',
          text: `Sin puntos nadie puede crear órdenes que se retiran en uno. ${refused ?? 'Agregá el primero con Nuevo punto.'}`,
        }}
        unmatched={{ title: 'Ningún punto coincide', text: 'Cambiá la búsqueda.' }}
      />
      {edited && <PointDialog point={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {loading && <PointFile onClose={() => setLoading(false)} />}
    </>
  );
}
