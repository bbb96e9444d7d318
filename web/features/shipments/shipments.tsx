import { Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '#shared/format.ts';
import { MAX_LABELS } from '#shared/labels.ts';
import { whyNotPrintable } from '#shared/rules/shipment-actions.ts';
import { listShipments, type ShipmentRow } from '#shared/shipments.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useBatch } from '#web/parts/batch/use-batch.ts';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { shipmentsJob } from '#web/parts/print-button/label-jobs.ts';
import { PrintNotice } from '#web/parts/print-button/print-notice.tsx';
import { useBatchPrinting, usePrint } from '#web/parts/print-button/use-print.ts';
import { useSenderActions } from '#web/parts/sender-actions/use-sender-actions.tsx';
import { paths, shipmentPath } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Download, Printer } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { ShipmentCard } from './shipment-card.tsx';
import { shipmentColumns } from './shipment-columns.tsx';
import { SHIPMENT_FILTERS } from './shipment-filters.ts';
import styles from './shipments.module.css';
import { ShipmentsFiltersForm } from './shipments-filters-form.tsx';
import { useExport } from './use-export.ts';

const PrintBar = lazyPart(() => import('#web/parts/batch/print-bar.tsx'));

const whyNot = ({ printable, state }: ShipmentRow) => (printable ? null : whyNotPrintable(state ?? ''));

const keyOf = ({ id }: ShipmentRow) => String(id);

/** The shipments list (D1 §2). */
export default function Shipments() {
  const navigate = useNavigate();
  const filters = useListFilters(SHIPMENT_FILTERS);
  const list = useListPage(listShipments, filters);
  const printer = usePrint();
  const csv = useExport(filters.query.filter);
  const { ask, dialog } = useSenderActions();
  const batch = useBatch<ShipmentRow, 'print'>({
    rows: list.rows,
    keyOf,
    nameOf: ({ shipment_id }) => shipment_id,
    why: { print: whyNot },
    most: { print: MAX_LABELS },
  });
  const printing = batch.mode === 'print';
  const canPrint = useBatchPrinting();
  const empty = list.total === 0;
  const togglePrinting = () => {
    if (printing) batch.leave();
    else if (!empty) batch.enter('print');
  };
  useShortcuts(canPrint ? [{ keys: 'i', label: 'Imprimir en lote', run: togglePrinting }] : []);

  const deeds = useMemo(
    () => ({ printer, cancel: (label: string, printed: boolean) => ask({ kind: 'cancel-shipment', label, printed }) }),
    [printer, ask],
  );
  const columns = useMemo(() => shipmentColumns(deeds), [deeds]);
  const count = list.total === undefined ? undefined : countOf(list.total, 'envío', 'envíos');
  return (
    <>
      <PageHead
        title="Envíos"
        // A place for the count from the start, so that nothing moves when it comes.
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
                disabledReason={empty && !printing && 'No hay envíos para imprimir'}
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
        emptyAction={<LinkButton to={paths.newOrder}>Crear tu primera orden</LinkButton>}
        {...(batch.selection && { selection: batch.selection })}
        onOpen={(shipment) => navigate(shipmentPath(shipment))}
        card={(shipment, { box }) => (
          <ShipmentCard shipment={shipment} box={box} why={printing ? whyNot(shipment) : null} {...deeds} />
        )}
      />
      <Suspense fallback={null}>
        {printing && (
          <PrintBar
            batch={batch}
            printer={printer}
            job={(which, startAt) => shipmentsJob(batch.picked.filter(which), startAt)}
            labels={(which) => batch.picked.filter(which).length}
            invitation="Elegí los envíos que querés imprimir"
            summary={countOf(batch.picked.length, 'envío seleccionado', 'envíos seleccionados')}
          />
        )}
      </Suspense>
      {dialog}
    </>
  );
}
