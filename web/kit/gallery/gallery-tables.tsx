import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { type Column, DataTable } from '#web/kit/ui/table/data-table.tsx';
import styles from './gallery.module.css';
import { ORDERS, type SampleOrder } from './gallery-orders.ts';
import { Section } from './gallery-section.tsx';

const COLUMNS: Column<SampleOrder>[] = [
  { id: 'day', header: 'Fecha de Creación', cell: (row) => row.day, muted: true },
  {
    id: 'id',
    header: 'Nro. de Orden',
    cell: (row) => (
      <a className="name-link id-text" href="#/detalle">
        {row.id}
      </a>
    ),
  },
  { id: 'cost', header: 'Costo de Envío', cell: (row) => row.cost, align: 'right' },
  { id: 'state', header: 'Estado', cell: (row) => <Badge colour={row.colour}>{row.state}</Badge> },
];

export function GalleryTables() {
  const rows = ORDERS.slice(0, 4);
  const common = { columns: COLUMNS, rowKey: (row: SampleOrder) => row.id, boxed: true, pageSize: 4 };
  return (
    <Section title="Tabla">
      <div className={styles.wide}>
        <figure>
          <figcaption>Filas</figcaption>
          <DataTable {...common} label="Filas" rows={rows} />
        </figure>
        <figure>
          <figcaption>Cargando por primera vez</figcaption>
          <DataTable {...common} label="Primera carga" rows={undefined} />
        </figure>
        <figure>
          <figcaption>Cambiando de página</figcaption>
          <DataTable {...common} label="Cambio de página" rows={rows} refreshing />
        </figure>
        <figure>
          <figcaption>Vacía</figcaption>
          <DataTable
            {...common}
            label="Vacía"
            rows={[]}
            emptyAction={
              <Button variant="primary" icon={<Plus />}>
                Crear tu primera orden
              </Button>
            }
          />
        </figure>
        <figure>
          <figcaption>Vacía con filtros</figcaption>
          <DataTable {...common} label="Vacía con filtros" rows={[]} filtered onClearFilters={() => undefined} />
        </figure>
        <figure>
          <figcaption>Error</figcaption>
          <DataTable {...common} label="Error" rows={undefined} failed onRetry={() => undefined} />
        </figure>
      </div>
    </Section>
  );
}
