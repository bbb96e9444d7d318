import { useMemo, useState } from 'react';
import { EMPTY_VALUE, integer } from '#shared/format.ts';
import { exportPickupPoints, listPickupPoints, type OperatorPickupPoint } from '#shared/ops/pickup-points.ts';
import { provinceByLetter } from '#shared/rules/provinces.ts';
import { ConsoleList } from '#web/console/console-list.tsx';
import type { Me } from '#web/console/me.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { useDownload } from '#web/console/use-download.ts';
import { type ListDefinition, useListFilters } from '#web/lib/filters.ts';
import { LiveSearch } from '#web/parts/list/live-filters.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Plus } from '#web/ui/icons.ts';
import { PointDialog } from './point-dialog.tsx';
import { PointFile } from './point-file.tsx';
import styles from './settings.module.css';

const FILTERS: ListDefinition<'buscar'> = { list: 'console-points', pageSize: 50, filters: { buscar: 'search' } };

const COLUMNS: readonly Column<OperatorPickupPoint>[] = [
  {
    id: 'point',
    header: 'Punto',
    cell: ({ code, name, active }) => (
      <span>
        <b>{name}</b> {!active && <Badge colour="gris">Inactivo</Badge>}
        <span className="row-line">{code}</span>
      </span>
    ),
  },
  {
    id: 'address',
    header: 'Domicilio',
    cell: ({ street, city, province, zip_code }) => (
      <span>
        {street}
        <span className="row-line">
          {city}, {provinceByLetter(province)?.name} ({zip_code})
        </span>
      </span>
    ),
  },
  { id: 'hours', header: 'Horario', wrap: true, cell: ({ hours }) => hours || EMPTY_VALUE },
  { id: 'place', header: 'Ubicación', cell: ({ lat, lon }) => (lat === null ? EMPTY_VALUE : `${lat}, ${lon}`) },
];

const keyOf = ({ code }: OperatorPickupPoint) => code;

/** The pickup points: a list with a search, one by one or by file. */
export function PointsSection({ me }: { me: Me }) {
  const filters = useListFilters(FILTERS);
  const list = useListPage(listPickupPoints, filters, null);
  const [edited, setEdited] = useState<OperatorPickupPoint | 'new' | null>(null);
  const [loading, setLoading] = useState(false);
  const refused = refusalOf(me, 'points');
  const { download, downloading } = useDownload();
  const columns = useMemo(() => [...COLUMNS, changeColumn(refused, setEdited)], [refused]);
  return (
    <>
      <div className={styles.bar}>
        <LiveSearch filters={filters} name="buscar" label="Buscar" hint="Código, nombre o localidad" />
        <span className={styles.buttons}>
          <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setEdited('new')}>
            Nuevo punto
          </Button>
          <Button disabledReason={refused} onClick={() => setLoading(true)}>
            Cargar CSV
          </Button>
          <Button busy={downloading} onClick={() => void download(exportPickupPoints, {})}>
            Exportar CSV
          </Button>
        </span>
      </div>
      <p role="status" className="muted">
        {list.total === undefined ? '\u00a0' : `${integer(list.total)} en total`}
      </p>
      <ConsoleList
        label="Puntos de retiro"
        list={list}
        filters={filters}
        columns={columns}
        rowKey={keyOf}
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

const changeColumn = (
  refused: string | null,
  change: (point: OperatorPickupPoint) => void,
): Column<OperatorPickupPoint> => ({
  id: 'change',
  header: 'Acciones',
  align: 'right',
  hideHeader: true,
  cell: (point) => (
    <Button size="sm" aria-label={`Cambiar ${point.name}`} disabledReason={refused} onClick={() => change(point)}>
      Cambiar
    </Button>
  ),
});
