import { localDay } from '#shared/kit/days.ts';
import { EMPTY_VALUE, formatDate, formatTimestamp, integer, pluralize } from '#shared/kit/text/format.ts';
import { type StockProduct, stockLots } from '#shared/warehouse/stock.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { csvDate, saveCsv } from '#web/kit/list/save-csv.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Download } from '#web/kit/ui/display/icons.ts';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { ForecastNote } from './forecast.tsx';
import { type MarkedLot, markedLots } from './lots.ts';
import styles from './stock.module.css';

const HEADERS = ['Tipo', 'Lote', 'Vencimiento', 'Unidades'] as const;
const [TYPE, LOT, EXPIRY, UNITS] = HEADERS;

const Mark = ({ mark }: MarkedLot) =>
  mark === 'Normal' ? <span className="muted">{mark}</span> : <StateBadge state={mark} />;

const COLUMNS = [
  { header: TYPE, cell: Mark },
  { header: LOT, cell: ({ lote }: MarkedLot) => <span className="hyphenated-id">{lote || EMPTY_VALUE}</span> },
  {
    header: EXPIRY,
    cell: ({ vencimiento, when }: MarkedLot) => (
      <>
        <span className="tabular-nums">{formatDate(vencimiento)}</span>
        {when && <span className={`${styles.when} muted`}>{when}</span>}
      </>
    ),
  },
  { header: UNITS, cell: ({ unidades }: MarkedLot) => integer(unidades), right: true },
];

const unitsOf = ({ unidades }: MarkedLot) =>
  unidades === null ? EMPTY_VALUE : pluralize(unidades, 'unidad', 'unidades');

/** The lots as a table, on a phone as a list. */
function Lots({ caption, lots }: { caption: string; lots: readonly MarkedLot[] }) {
  const phone = useMediaQuery(PHONE);
  if (!phone) return <StaticTable caption={caption} columns={COLUMNS} rows={lots} rowKey={({ key }) => key} />;
  return (
    <SummaryLines
      lines={lots.map((lot) => ({
        key: lot.key,
        label: (
          <>
            <Mark {...lot} /> <span className="hyphenated-id">{lot.lote || EMPTY_VALUE}</span>
          </>
        ),
        value: <span className="nowrap">{unitsOf(lot)}</span>,
        note: [formatDate(lot.vencimiento), lot.when].filter(Boolean).join(' · '),
      }))}
    />
  );
}

interface LotsDialogProps {
  product: StockProduct & { sku: string };
  onClose: () => void;
}

/** The lots of a SKU with their status (D2 §2), and a CSV download. */
export default function LotsDialog({ product, onClose }: LotsDialogProps) {
  const { sku } = product;
  const { username } = useClientSession();
  const answer = useApiQuery(stockLots, { body: { logonName: username, sku } });
  // A response without data is an empty list (D2 §8), and so is a SKU that no longer exists.
  const notFound = answer.isError && answer.error.status === 404;
  const received = answer.data ? (answer.data.data?.[0]?.lotes ?? []) : notFound ? [] : undefined;
  const lots = received && markedLots(received, localDay(new Date()));
  const updated = product.fechaActualización;

  function downloadCsv() {
    const rows = (lots ?? []).map(({ mark, lote, vencimiento, unidades }) => [
      mark,
      lote,
      csvDate(vencimiento),
      unidades,
    ]);
    saveCsv(`Lotes ${sku}`, HEADERS, rows);
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={`Lotes de ${sku}`}
      description={[product.descripción, updated && `Actualizado el ${formatTimestamp(updated)}`]
        .filter(Boolean)
        .join(' · ')}
      footer={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          <Button
            icon={<Download />}
            disabledReason={!lots?.length && 'No hay filas para exportar'}
            onClick={downloadCsv}
          >
            Descargar CSV
          </Button>
        </>
      }
    >
      {lots?.length === 0 ? (
        <EmptyState title="No hay resultados disponibles" />
      ) : lots ? (
        <div className={styles.lots}>
          <ForecastNote product={product} />
          <Lots caption={`Lotes de ${sku}`} lots={lots} />
        </div>
      ) : answer.isError ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton lines={4} label="Cargando los lotes" />
      )}
    </Dialog>
  );
}
