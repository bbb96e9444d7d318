import { useState } from 'react';
import { integer, kilograms, pluralize } from '#shared/format.ts';
import { listCollections, printRunSheet } from '#shared/ops/collections.ts';
import { manifestCode, parseManifestCode } from '#shared/rules/manifest.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { ScanField } from '#web/console/scan-field.tsx';
import { useDownload } from '#web/console/use-download.ts';
import { history } from '#web/lib/history.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Printer } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { manifestPath } from './collection-paths.ts';
import styles from './collections.module.css';
import { CollectionsTable } from './collections-table.tsx';
import { ManifestList } from './manifest-list.tsx';

const isManifest = (text: string) => parseManifestCode(text) !== null;

/** How often the list is read again, in ms. */
const REFRESH_MS = 15_000;

/** `/consola/colectas`: printed parcels that wait at their senders, and the manifests of their collection. */
export function CollectionsPage({ me }: { me: Me }) {
  const [typed, setTyped] = useState('');
  const [client] = useDebounced(typed.trim(), 300);
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const [wrongCode, setWrongCode] = useState<string | null>(null);
  const filter = client ? { client } : {};
  const { data, error, refetch } = useApiQuery(
    listCollections,
    { query: { page, limit, filter } },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  );
  const { download, downloading } = useDownload();
  const openScanned = (code: string) => {
    const number = parseManifestCode(code);
    setWrongCode(number ? null : code);
    if (number) history.push(manifestPath(manifestCode(number)));
  };
  const totals = data?.totals;
  const waiting = totals?.bulks ?? 0;
  return (
    <>
      <PageHeader
        title="Colectas"
        count={totals ? `${pluralize(waiting, 'bulto', 'bultos')} por retirar` : '\u00a0'}
        subtitle={
          totals && (
            <>
              <span>{pluralize(totals.orders, 'orden', 'órdenes')}</span>
              <span>{kilograms(totals.weight)}</span>
              <span>{integer(totals.listed)} en manifiestos abiertos</span>
            </>
          )
        }
        actions={
          <Button
            icon={<Printer />}
            busy={downloading}
            disabledReason={totals && waiting === 0 && 'No hay bultos por retirar'}
            onClick={() => void download(printRunSheet, { query: { filter } })}
          >
            Hoja de ruta
          </Button>
        }
      />
      <div className={styles.filters}>
        <Field label="Cliente" hint="Empresa o número">
          <TextInput
            type="search"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setPlace({ page: 1, limit });
            }}
          />
        </Field>
        <div>
          <ScanField
            label="Manifiesto"
            hint="Escaneá o escribí su número: abre la entrega."
            onScan={openScanned}
            isCode={isManifest}
          />
          <p role="status" className={styles.problem}>
            {wrongCode !== null && `«${wrongCode}» no es un número de manifiesto, como COL-2026-000123`}
          </p>
        </div>
      </div>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={6} />)}
      {data && data.results.length === 0 && (
        <EmptyState
          title={client ? 'Ningún cliente coincide' : 'No hay bultos por retirar'}
          text={
            client
              ? 'Cambiá la búsqueda, o fijate si sus etiquetas están impresas.'
              : 'Aparecen cuando los clientes imprimen sus etiquetas.'
          }
        />
      )}
      {data && data.results.length > 0 && (
        <div className="stack">
          <CollectionsTable me={me} rows={data.results} onChanged={() => void refetch()} />
          {data.pagination.pages > 1 && (
            <Pager
              page={data.pagination.page}
              pageSize={limit}
              pageCount={data.pagination.pages}
              onPage={(next) => setPlace({ page: next, limit })}
              onPageSize={(size) => setPlace({ page: 1, limit: size })}
            />
          )}
        </div>
      )}
      <ManifestList client={client} />
    </>
  );
}
