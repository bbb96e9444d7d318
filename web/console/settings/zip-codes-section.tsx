import { useMemo, useState } from 'react';
import { integer } from '#shared/format.ts';
import { listLocalities, type OperatorLocality, removeLocality } from '#shared/ops/zip-codes.ts';
import { provinceByLetter } from '#shared/rules/provinces.ts';
import { ConsoleList } from '#web/console/console-list.tsx';
import type { Me } from '#web/console/me.ts';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { type ListDefinition, useListFilters } from '#web/lib/filters.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { LiveSearch } from '#web/parts/list/live-filters.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Plus } from '#web/ui/icons.ts';
import { LocalityDialog } from './locality-dialog.tsx';
import { LocalityFile } from './locality-file.tsx';
import styles from './settings.module.css';

const FILTERS: ListDefinition<'buscar'> = { list: 'console-localities', pageSize: 50, filters: { buscar: 'search' } };

const COLUMNS: readonly Column<OperatorLocality>[] = [
  { id: 'zip', header: 'Código postal', cell: ({ zip_code }) => zip_code },
  { id: 'city', header: 'Localidad', cell: ({ city }) => city },
  { id: 'province', header: 'Provincia', cell: ({ province }) => provinceByLetter(province)?.name },
];

/** The localities with their postal codes. */
export function ZipCodesSection({ me }: { me: Me }) {
  const filters = useListFilters(FILTERS);
  const list = useListPage(listLocalities, filters, null);
  const remove = useApiMutation(removeLocality);
  const [removed, setRemoved] = useState<OperatorLocality | null>(null);
  const [adding, setAdding] = useState<'one' | 'file' | null>(null);
  const refused = refusalOf(me, 'points');
  const columns = useMemo(() => [...COLUMNS, removeColumn(refused, setRemoved)], [refused]);
  return (
    <>
      <div className={styles.bar}>
        <LiveSearch
          filters={filters}
          name="buscar"
          label="Buscar"
          hint="Comienzo del código, o parte de la localidad"
        />
        <span className={styles.buttons}>
          <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setAdding('one')}>
            Nueva localidad
          </Button>
          <Button disabledReason={refused} onClick={() => setAdding('file')}>
            Cargar CSV
          </Button>
        </span>
      </div>
      <p role="status" className="muted">
        {list.total === undefined ? '\u00a0' : `${integer(list.total)} en total`}
      </p>
      <ConsoleList
        label="Localidades"
        name="city"
        list={list}
        filters={filters}
        columns={columns}
        rowKey={keyOf}
        none={{
          title: 'Todavía no hay localidades',
          text: refused ?? 'Cargá la lista con Cargar CSV, o agregalas una por una con Nueva localidad.',
        }}
        unmatched={{ title: 'Ninguna localidad coincide', text: 'Cambiá la búsqueda, o agregá la localidad.' }}
      />
      {adding === 'one' && <LocalityDialog onClose={() => setAdding(null)} />}
      {adding === 'file' && <LocalityFile onClose={() => setAdding(null)} />}
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={removed ? `¿Quitar ${nameOf(removed)}?` : ''}
        message="Las órdenes y los domicilios conservan su código postal. Si era la última localidad del código, el código sale de la lista."
        confirmText="Quitar"
        danger
        onConfirm={() => removed && runAndRefetch(() => remove.send({ body: removed }), listLocalities)}
      />
    </>
  );
}

const removeColumn = (
  refused: string | null,
  remove: (locality: OperatorLocality) => void,
): Column<OperatorLocality> => ({
  id: 'remove',
  header: 'Acciones',
  align: 'right',
  hideHeader: true,
  cell: (locality) => (
    <Button
      size="sm"
      aria-label={`Quitar ${nameOf(locality)}`}
      disabledReason={refused}
      onClick={() => remove(locality)}
    >
      Quitar
    </Button>
  ),
});

const keyOf = ({ zip_code, city, province }: OperatorLocality) => `${zip_code} ${province} ${city}`;

const nameOf = ({ zip_code, city }: OperatorLocality) => `${city} (${zip_code})`;
