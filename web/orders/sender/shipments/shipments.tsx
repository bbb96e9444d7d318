import { Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { pluralize } from '#shared/format.ts';
import { MAX_LABELS } from '#shared/orders/labels.ts';
import { shipmentNotPrintableReason } from '#shared/orders/rules/parcel/shipment-actions.ts';
import { listShipments, type ShipmentRow } from '#shared/orders/shipments.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { shipmentsJob } from '#web/orders/print/label-jobs.ts';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import { UNPRINTED } from '#web/orders/print/unprinted.ts';
import { useBulkAction } from '#web/orders/print/use-bulk-action.ts';
import { useCanPrintInBulk, usePrint } from '#web/orders/print/use-print.ts';
import { useSenderActions } from '#web/orders/sender-actions/use-sender-actions.tsx';
import { useListOrder } from '#web/parts/list/list-order.tsx';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { paths, shipmentPath } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Download, Printer } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ShipmentCard } from './shipment-card.tsx';
import { shipmentColumns } from './shipment-columns.tsx';
import { SHIPMENT_FILTERS } from './shipment-filters.ts';
import styles from './shipments.module.css';
import { ShipmentsFiltersForm } from './shipments-filters-form.tsx';
import { useExport } from './use-export.ts';

const PrintBar = lazyWithPreload(() => import('#web/orders/print/print-bar.tsx'));

const notPrintableReason = ({ printable, state }: ShipmentRow) =>
  printable ? null : shipmentNotPrintableReason(state ?? '');

const keyOf = ({ id }: ShipmentRow) => String(id);

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
