import { useState } from 'react';
import { integer, kilograms, pluralize } from '#shared/format.ts';
import { manifestCode, parseManifestCode } from '#shared/orders/rules/parcel/manifest.ts';
import { listCollections, printRunSheet } from '#shared/orders/staff-collections.ts';
import { ScanField } from '#web/console/scan-field.tsx';
import { useDownload } from '#web/console/use-download.ts';
import { type ListDefinition, useListFilters } from '#web/lib/filters.ts';
import { history } from '#web/lib/history.ts';
import { LiveSearch } from '#web/parts/list/live-filters.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { Button } from '#web/ui/button.tsx';
import { Printer } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { manifestPath } from './collection-paths.ts';
import styles from './collections.module.css';
import { CollectionsTable } from './collections-table.tsx';
import { MANIFEST_PAGE, ManifestList } from './manifest-list.tsx';

const isManifest = (text: string) => parseManifestCode(text) !== null;

/** How often the list is read again, in ms. */
const REFRESH_MS = 15_000;

const FILTERS: ListDefinition<'cliente'> = {
  list: 'console-collections',
  pageSize: 50,
  filters: { cliente: 'client' },
  otherPages: [MANIFEST_PAGE],
};

/** `/consola/colectas`: printed parcels that wait at their senders, and the manifests of their collection. */
export function CollectionsPage({ me }: { me: Me }) {
  const filters = useListFilters(FILTERS);
  const list = useListPage(listCollections, filters, null, undefined, { refetchInterval: REFRESH_MS });
  const [wrongCode, setWrongCode] = useState<string | null>(null);
  const { download, downloading } = useDownload();
  const openScanned = (code: string) => {
    const number = parseManifestCode(code);
    setWrongCode(number ? null : code);
    if (number) history.push(manifestPath(manifestCode(number)));
  };
  const totals = list.reply?.totals;
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
            onClick={() => void download(printRunSheet, { query: { filter: filters.query.filter } })}
          >
            Hoja de ruta
          </Button>
        }
      />
      <div className={styles.filters}>
        <LiveSearch filters={filters} name="cliente" label="Cliente" hint="Empresa o número" />
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
      <CollectionsTable me={me} list={list} filters={filters} />
      <ManifestList client={filters.applied.cliente ?? ''} />
    </>
  );
}
