import { useState } from 'react';
import { EMPTY_VALUE, integer } from '#shared/format.ts';
import { exportPickupPoints, listPickupPoints, type OperatorPickupPoint } from '#shared/ops/pickup-points.ts';
import { provinceByLetter } from '#shared/rules/provinces.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { useDownload } from '#web/console/use-download.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { PointDialog } from './point-dialog.tsx';
import { PointFile } from './point-file.tsx';
import styles from './settings.module.css';

/** The pickup points: a list with a search, one by one or by file. */
export function PointsSection({ me }: { me: Me }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebounced(typed.trim(), 300);
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const { data, error, refetch } = useApiQuery(
    listPickupPoints,
    { query: { page, limit, filter: search ? { search } : {} } },
    { keepPrevious: true },
  );
  const [edited, setEdited] = useState<OperatorPickupPoint | 'new' | null>(null);
  const [loading, setLoading] = useState(false);
  const refused = refusalOf(me, 'points');
  const { download, downloading } = useDownload();
  const total = data?.pagination.total ?? 0;
  return (
    <>
      <div className={styles.bar}>
        <Field label="Buscar" hint="Código, nombre o localidad">
          <TextInput
            type="search"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setPlace({ page: 1, limit });
            }}
          />
        </Field>
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
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {data && total === 0 && (
        <EmptyState
          title={search ? 'Ningún punto coincide' : 'Todavía no hay puntos de retiro'}
          text={
            search
              ? 'Cambiá la búsqueda.'
              : `Sin puntos nadie puede crear órdenes que se retiran en uno. ${refused ?? 'Agregá el primero con Nuevo punto.'}`
          }
        />
      )}
      {data && total > 0 && (
        <>
          <p role="status" className="muted">
            {integer(total)} en total
          </p>
          <StaticTable
            caption="Puntos de retiro"
            cards
            rows={data.results}
            rowKey={({ code }) => code}
            columns={[
              {
                header: 'Punto',
                cell: ({ code, name, active }) => (
                  <span>
                    <b>{name}</b> {!active && <Badge colour="gris">Inactivo</Badge>}
                    <span className="row-line">{code}</span>
                  </span>
                ),
              },
              {
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
              { header: 'Horario', cell: ({ hours }) => hours || EMPTY_VALUE },
              { header: 'Ubicación', cell: ({ lat, lon }) => (lat === null ? EMPTY_VALUE : `${lat}, ${lon}`) },
              {
                header: 'Acciones',
                right: true,
                cell: (point) => (
                  <Button
                    size="sm"
                    aria-label={`Cambiar ${point.name}`}
                    disabledReason={refused}
                    onClick={() => setEdited(point)}
                  >
                    Cambiar
                  </Button>
                ),
              },
            ]}
          />
          <Pager
            page={data.pagination.page}
            pageSize={limit}
            pageCount={data.pagination.pages}
            onPage={(next) => setPlace({ page: next, limit })}
            onPageSize={(size) => setPlace({ page: 1, limit: size })}
          />
        </>
      )}
      {edited && <PointDialog point={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {loading && <PointFile onClose={() => setLoading(false)} />}
    </>
  );
}
