import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate, formatTimestamp, pluralize } from '#shared/kit/text/format.ts';
import { type PickingLine, pickingList } from '#shared/warehouse/staff-picking.ts';
import { backTo } from '#web/console/kit/back-to.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Printer } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Segment } from '#web/kit/ui/field/choice.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { keepChosen } from './chosen-orders.ts';
import { ShelfButton } from './receiving/shelf-button.tsx';
import styles from './warehouse.module.css';
import { pickedName, WAREHOUSE_PATH } from './warehouse-paths.ts';

const back = () => ({ to: backTo(WAREHOUSE_PATH), label: 'Depósito' });

type Sorting = 'shelf' | 'sku';

const bySku = new Intl.Collator('es', { numeric: true }).compare;

const namesOf = (lines: readonly PickingLine[]) => new Set(lines.flatMap((line) => line.orders.map(pickedName)));

/** `/consola/deposito/lista`: what to take from the shelves for the orders of the address, to be printed by the browser. */
export function PickingPage({ me }: { me: Me }) {
  const [params] = useSearchParams();
  const orders = params.get('pedidos') ?? '';
  const [sorting, setSorting] = useState<Sorting>('shelf');
  const [printedAt] = useState(() => new Date().toISOString());
  const { data, error, refetch } = useApiQuery(pickingList, { query: { orders } });
  const lines = data?.results ?? [];
  const wanted = orders.split(',').length;
  const found = namesOf(lines).size;
  useEffect(() => {
    const names = data && namesOf(data.results);
    if (names) keepChosen(me.id, (order) => names.has(pickedName(order)));
  }, [data, me.id]);
  useEffect(() => {
    // What is printed is taken from the shelves: chosen again, it would be taken twice.
    const forget = () => keepChosen(me.id, () => false);
    window.addEventListener('afterprint', forget);
    return () => window.removeEventListener('afterprint', forget);
  }, [me.id]);
  const units = lines.reduce((sum, line) => sum + line.units, 0);
  const sorted = sorting === 'shelf' ? lines : lines.toSorted((one, other) => bySku(one.sku, other.sku));
  return (
    <>
      <PageHeader
        title="Lista de preparación"
        back={back()}
        subtitle={
          data && (
            <>
              <span>{pluralize(found, 'pedido', 'pedidos')}</span>
              <span>{pluralize(units, 'unidad', 'unidades')}</span>
              <span>{formatTimestamp(printedAt)}</span>
            </>
          )
        }
        actions={
          <Button
            variant="primary"
            icon={<Printer />}
            disabledReason={lines.length === 0 && 'No hay nada para imprimir'}
            onClick={() => window.print()}
          >
            Imprimir
          </Button>
        }
      />
      {!data && <NotLoaded error={error} onRetry={() => void refetch()} lines={8} />}
      {data && lines.length === 0 && (
        <EmptyState title="No queda nada para preparar" text="Estos pedidos ya están preparados o cancelados." />
      )}
      {lines.length > 0 && (
        <div className="stack">
          {found < wanted && (
            <Note tone="warn">
              {pluralize(wanted - found, 'pedido ya no espera', 'pedidos ya no esperan')} preparación y no está en la
              lista.
            </Note>
          )}
          <div className={styles.screenOnly}>
            <Segment
              label="Orden de la lista"
              value={sorting}
              options={[
                { value: 'shelf', label: 'Por ubicación' },
                { value: 'sku', label: 'Por SKU' },
              ]}
              onChange={(value) => setSorting(value as Sorting)}
            />
          </div>
          <StaticTable<PickingLine>
            caption="Lista de preparación"
            cards
            rows={sorted}
            rowKey={({ client_id, sku, lot }) => `${client_id} ${sku} ${lot}`}
            columns={[
              {
                header: 'Ubicación',
                cell: ({ client_id, sku, shelf, lot }) =>
                  lot === null ? (
                    shelf
                  ) : (
                    <ShelfButton
                      clientId={client_id}
                      sku={sku}
                      shelf={shelf}
                      refused={refusalOf(me, 'warehouse')}
                      onSaved={() => void invalidateApiQueries(pickingList)}
                    />
                  ),
              },
              {
                header: 'Producto',
                cell: ({ sku, description, company }) => (
                  <span>
                    <b>{sku}</b>
                    <span className="row-line">{description}</span>
                    <span className="row-line">{company}</span>
                  </span>
                ),
              },
              {
                header: 'Lote',
                cell: ({ lot, expiry }) => (
                  <span>
                    {lot ?? 'Sin lote reservado'}
                    {expiry && <span className="row-line">Vence {formatDate(expiry)}</span>}
                  </span>
                ),
              },
              { header: 'Unidades', right: true, cell: (line) => <b className="tabular-nums">{line.units}</b> },
              {
                header: 'Pedidos',
                cell: (line) => line.orders.map((order) => `${order.order_id}: ${order.units}`).join(', '),
              },
            ]}
          />
        </div>
      )}
    </>
  );
}
