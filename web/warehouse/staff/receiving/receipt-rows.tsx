import { formatDate, integer } from '#shared/kit/text/format.ts';
import { hasWrongCheckDigit } from '#shared/orders/rules/code/barcode.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import styles from '#web/warehouse/staff/warehouse.module.css';
import { type ReceiptRow, toReceipt } from './receipt-list.ts';

const RESULTS: Record<ReceiptRow['result'], [name: string, colour: BadgeColour]> = {
  new: ['Lista', 'gris'],
  pending: ['Sin respuesta', 'amarillo'],
  recorded: ['Registrado', 'verde'],
  repeated: ['Ya estaba registrado', 'azul'],
  refused: ['Rechazado', 'rojo'],
};

interface ReceiptRowsProps {
  rows: readonly ReceiptRow[];
  onRemove: (row: ReceiptRow) => void;
  /** Takes a row out of the list and back to the fields. */
  onCorrect: (row: ReceiptRow) => void;
}

/** The receipts of the list with the result of each. */
export function ReceiptRows({ rows, onRemove, onCorrect }: ReceiptRowsProps) {
  return (
    <StaticTable<ReceiptRow>
      caption="Ingresos"
      cards
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'SKU',
          cell: (row) => <Goods row={row} />,
        },
        { header: 'Lote', cell: ({ cells }) => cells.lot },
        { header: 'Vence', cell: ({ cells }) => (cells.expiry ? formatDate(cells.expiry) : '-') },
        { header: 'Crítico desde', cell: ({ cells }) => (cells.criticality ? formatDate(cells.criticality) : '-') },
        {
          header: 'Unidades',
          right: true,
          cell: ({ cells }) => (/^-?\d{1,9}$/.test(cells.units) ? integer(Number(cells.units)) : cells.units),
        },
        { header: 'Resultado', cell: (row) => <Result row={row} /> },
        {
          header: 'Acciones',
          cell: (row) =>
            (row.result === 'new' || row.result === 'refused') && (
              <span className={styles.buttons}>
                <Button size="sm" aria-label={`Corregir ${row.cells.sku}`} onClick={() => onCorrect(row)}>
                  Corregir
                </Button>
                <Button size="sm" aria-label={`Quitar ${row.cells.sku}`} onClick={() => onRemove(row)}>
                  Quitar
                </Button>
              </span>
            ),
        },
      ]}
    />
  );
}

/** SKU and name of a row; the scanned code where it isn't the SKU. */
function Goods({ row: { cells, goods, source } }: { row: ReceiptRow }) {
  const sku = goods?.sku ?? cells.sku;
  return (
    <span>
      <b>{sku}</b>
      {goods?.description && <span className="row-line">{goods.description}</span>}
      <span className="row-line">{sku === cells.sku ? source : `${source}: ${cells.sku}`}</span>
    </span>
  );
}

/** Says what to check about a row that waits and whose code the stock doesn't know; null for another one. */
function doubt({ result, goods, cells }: ReceiptRow): string | null {
  if (result !== 'new' || goods !== null) return null;
  return `Sin stock hasta ahora${hasWrongCheckDigit(cells.sku) ? '. Revisá el último dígito' : ''}`;
}

function Result({ row }: { row: ReceiptRow }) {
  const receipt = toReceipt(row);
  const problem = row.result === 'new' && typeof receipt === 'string' ? receipt : null;
  const [name, colour] = problem ? (['Para corregir', 'amarillo'] as const) : RESULTS[row.result];
  const reason = problem ?? row.reason ?? doubt(row);
  return (
    <span>
      <Badge colour={colour}>{name}</Badge>
      {reason && <span className="row-line">{reason}</span>}
    </span>
  );
}
