import { useState } from 'react';
import { integer } from '#shared/format.ts';
import { listLocalities, type OperatorLocality, removeLocality } from '#shared/ops/zip-codes.ts';
import { provinceByLetter } from '#shared/rules/provinces.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { LocalityDialog } from './locality-dialog.tsx';
import { LocalityFile } from './locality-file.tsx';
import styles from './settings.module.css';

/** The localities with their postal codes. */
export function ZipCodesSection({ me }: { me: Me }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebounced(typed.trim(), 300);
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const { data, error, refetch } = useApiQuery(
    listLocalities,
    { query: { page, limit, filter: search ? { search } : {} } },
    { keepPrevious: true },
  );
  const remove = useApiMutation(removeLocality);
  const [removed, setRemoved] = useState<OperatorLocality | null>(null);
  const [adding, setAdding] = useState<'one' | 'file' | null>(null);
  const refused = refusalOf(me, 'points');
  const total = data?.pagination.total ?? 0;
  return (
    <>
      <div className={styles.bar}>
        <Field label="Buscar" hint="Comienzo del código, o parte de la localidad">
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
          <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setAdding('one')}>
            Nueva localidad
          </Button>
          <Button disabledReason={refused} onClick={() => setAdding('file')}>
            Cargar CSV
          </Button>
        </span>
      </div>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {data && total === 0 && (
        <EmptyState
          title={search ? 'Ninguna localidad coincide' : 'Todavía no hay localidades'}
          text={
            search
              ? 'Cambiá la búsqueda, o agregá la localidad.'
              : (refused ?? 'Cargá la lista con Cargar CSV, o agregalas una por una con Nueva localidad.')
          }
        />
      )}
      {data && total > 0 && (
        <>
          <p role="status" className="muted">
            {integer(total)} en total
          </p>
          <StaticTable
            caption="Localidades"
            cards
            rows={data.results}
            rowKey={keyOf}
            columns={[
              { header: 'Código postal', cell: ({ zip_code }) => zip_code },
              { header: 'Localidad', cell: ({ city }) => city },
              { header: 'Provincia', cell: ({ province }) => provinceByLetter(province)?.name },
              {
                header: 'Acciones',
                right: true,
                cell: (locality) => (
                  <Button
                    size="sm"
                    aria-label={`Quitar ${nameOf(locality)}`}
                    disabledReason={refused}
                    onClick={() => setRemoved(locality)}
                  >
                    Quitar
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

const keyOf = ({ zip_code, city, province }: OperatorLocality) => `${zip_code} ${province} ${city}`;

const nameOf = ({ zip_code, city }: OperatorLocality) => `${city} (${zip_code})`;
