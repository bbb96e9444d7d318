import { memo, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { EMPTY_VALUE, formatDate, money, pluralize } from '#shared/kit/text/format.ts';
import { MAX_LABELS } from '#shared/orders/labels.ts';
import { shipmentNotPrintableReason } from '#shared/orders/rules/shipment/shipment-actions.ts';
import { exportShipments, listShipments, type ShipmentRow } from '#shared/orders/shipments.ts';
import { download } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { YES_NO_OPTIONS } from '#web/kit/list/applied-filters.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ListOrderSelect, useListOrder } from '#web/kit/list/list-order.tsx';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { ResultCount, typedFilter } from '#web/kit/list/result-count.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { Download, Printer } from '#web/kit/ui/display/icons.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { DueNote } from '#web/orders/order/due-note.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { useModeOptions, useStateOptions } from '#web/orders/order/use-lookups.ts';
import { shipmentsJob } from '#web/orders/print/label-jobs.ts';
import { PrintedNote } from '#web/orders/print/outdated-label.tsx';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import { UNPRINTED } from '#web/orders/print/unprinted.ts';
import { useBulkAction } from '#web/orders/print/use-bulk-action.ts';
import { useCanPrintInBulk, usePrint } from '#web/orders/print/use-print.ts';
import { useSenderActions } from '#web/orders/sender-actions/use-sender-actions.tsx';
import { paths, shipmentPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { type ShipmentActionHandlers, ShipmentActions } from './shipment-actions.tsx';
import { shipmentColumns } from './shipment-columns.tsx';
import { appliedFilters, FILTER_LABELS, SHIPMENT_FILTERS, type ShipmentFilter } from './shipment-filters.ts';
import styles from './shipments.module.css';

const PrintBar = lazyWithPreload(() => import('#web/orders/print/print-bar.tsx'));

const notPrintableReason = ({ printable, state }: ShipmentRow) =>
  printable ? null : shipmentNotPrintableReason(state ?? '');

const keyOf = ({ id }: ShipmentRow) => String(id);

interface ShipmentCardProps extends ShipmentActionHandlers {
  shipment: ShipmentRow;
  checkbox: ReactNode;
  /** Why the shipment can't be selected during a bulk action; null when it can. */
  blockedReason: string | null;
}

/** A shipment in the list on a phone. */
const ShipmentCard = memo(function ShipmentCard({
  shipment,
  checkbox,
  blockedReason,
  ...actionHandlers
}: ShipmentCardProps) {
  return (
    <RowCard
      checkbox={checkbox}
      name={<span className="hyphenated-id">{shipment.shipment_id}</span>}
      to={shipmentPath(shipment)}
      amount={money(shipment.shipping_cost)}
      blockedReason={blockedReason}
      footer={
        <>
          {shipment.state && <StateBadge state={shipment.state} />}
          <PrintedNote {...shipment} />
        </>
      }
      actions={<ShipmentActions shipment={shipment} {...actionHandlers} />}
    >
      <p>{shipment.receiver?.receiver_name || EMPTY_VALUE}</p>
      <p className="muted tabular-nums">
        {shipment.order_id || EMPTY_VALUE} · {formatDate(shipment.date)}
      </p>
      <DueNote due={shipment.due} />
    </RowCard>
  );
});

/** The search form of the shipments list (D1 §2). */
function ShipmentsFiltersForm({ filters }: { filters: ListFilters<ShipmentFilter> }) {
  const states = useStateOptions();
  const modes = useModeOptions();
  const { text, select, day } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, states, modes)}
      order={<ListOrderSelect />}
      Preview={() => <ResultCount endpoint={listShipments} filter={typedFilter(filters, SHIPMENT_FILTERS)} />}
    >
      {text('etiqueta')}
      {text('nroOrden')}
      {text('cliente')}
      {select('estado', states)}
      {select('modoEntrega', modes)}
      {text('puntoRetiro')}
      {select('printedByClient', YES_NO_OPTIONS)}
      {day('fechaDesde')}
      {day('fechaHasta')}
    </ListFiltersForm>
  );
}

/** Times appended to the days of the export's filter (D1 §7, readings C14). */
const TIMES: Record<string, string> = { from_date: ' 00:00:00', to_date: ' 23:59:00' };

/** 'Exportar CSV': downloads the filtered shipments, one export at a time. */
function useExport(filter: Record<string, string>): { run: () => void; running: boolean } {
  const [running, setRunning] = useState(false);

  const run = async () => {
    if (running) return;
    setRunning(true);
    const filterWithTimes = Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [name, value + (TIMES[name] ?? '')]),
    );
    try {
      const { blob, name } = await download(exportShipments, { query: { filter: filterWithTimes } });
      saveFile(blob, name.endsWith('.csv') ? name : 'Envíos.csv');
    } catch (error) {
      alerts.failure(error, 'No se pudieron exportar los envíos', asApiError(error).firstMessage);
    } finally {
      setRunning(false);
    }
  };
  return { run: () => void run(), running };
}

/** The shipments list (D1 §2). */
export default function Shipments() {
  const navigate = useNavigate();
  const filters = useListFilters(SHIPMENT_FILTERS);
  const list = useListPage(listShipments, filters, useListOrder());
  const printer = usePrint();
  const csv = useExport(filters.query.filter);
  const { ask, dialog } = useSenderActions();
  const bulkAction = useBulkAction<ShipmentRow, 'print'>({
    rows: list.rows,
    keyOf,
    nameOf: ({ shipment_id }) => shipment_id,
    blockedReason: { print: notPrintableReason },
    max: { print: MAX_LABELS },
    preferred: { print: UNPRINTED },
  });
  const printing = bulkAction.mode === 'print';
  const canPrint = useCanPrintInBulk();
  const noOrders = usePermissionReason('orders');
  const empty = list.total === 0;
  const togglePrinting = () => {
    if (printing) bulkAction.leave();
    else if (!empty && !noOrders) bulkAction.enter('print');
  };
  useShortcuts(canPrint ? [{ keys: 'i', label: 'Imprimir en lote', run: togglePrinting }] : []);

  const actionHandlers = useMemo(
    () => ({ printer, cancel: (label: string, printed: boolean) => ask({ kind: 'cancel-shipment', label, printed }) }),
    [printer, ask],
  );
  const columns = useMemo(() => shipmentColumns(actionHandlers), [actionHandlers]);
  const count = list.total === undefined ? undefined : pluralize(list.total, 'envío', 'envíos');
  return (
    <>
      <PageHeader
        title="Envíos"
        // Reserves space for the count so that the layout does not shift.
        count={count ?? '\u00a0'}
        actions={
          <>
            <Button
              icon={<Download />}
              busy={csv.running}
              disabledReason={empty && 'No hay envíos para exportar'}
              onClick={csv.run}
            >
              Exportar CSV
            </Button>
            {canPrint && (
              <Button
                icon={<Printer />}
                aria-pressed={printing}
                disabledReason={noOrders ?? (empty && !printing && 'No hay envíos para imprimir')}
                onClick={togglePrinting}
              >
                Imprimir en lote
              </Button>
            )}
          </>
        }
      />
      <ShipmentsFiltersForm filters={filters} />
      {printer.notice && (
        <div className={styles.notice}>
          <PrintNotice printer={printer} />
        </div>
      )}
      <ListTable
        label="Envíos"
        columns={columns}
        list={list}
        filters={filters}
        count={count}
        rowKey={keyOf}
        emptyAction={
          <LinkButton to={paths.newOrder} disabledReason={noOrders}>
            Crear tu primera orden
          </LinkButton>
        }
        {...(bulkAction.selection && { selection: bulkAction.selection })}
        onOpen={(shipment) => navigate(shipmentPath(shipment))}
        card={(shipment, { checkbox }) => (
          <ShipmentCard
            shipment={shipment}
            checkbox={checkbox}
            blockedReason={printing ? notPrintableReason(shipment) : null}
            {...actionHandlers}
          />
        )}
      />
      <Suspense fallback={null}>
        {printing && (
          <PrintBar
            bulkAction={bulkAction}
            printer={printer}
            job={(which, start) => shipmentsJob(bulkAction.selectedRows.filter(which), start)}
            labels={(which) => bulkAction.selectedRows.filter(which).length}
            invitation="Elegí los envíos que querés imprimir"
            summary={pluralize(bulkAction.selectedRows.length, 'envío seleccionado', 'envíos seleccionados')}
          />
        )}
      </Suspense>
      {dialog}
    </>
  );
}
