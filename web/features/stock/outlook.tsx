import { countOf, integer } from '#shared/format.ts';
import type { StockProduct } from '#shared/stock.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Note } from '#web/ui/note.tsx';
import styles from './stock.module.css';

/** Whether the row tells what only our own warehouse knows (readings R4). */
export const tellsOutlook = ({ disponible }: StockProduct) => typeof disponible === 'number';

/** How long the units last that new orders may take. */
function cover({ diasCobertura: days }: StockProduct): string {
  return typeof days === 'number' ? countOf(days, 'día', 'días') : 'Sin ventas';
}

/** What may still be ordered, how long it lasts and how much of it will expire before it sells. */
export const outlookColumns: Column<StockProduct>[] = [
  { id: 'disponible', header: 'Disponible', align: 'right', bone: 56, cell: ({ disponible }) => integer(disponible) },
  { id: 'diasCobertura', header: 'Cobertura', align: 'right', muted: true, bone: 56, cell: cover },
  {
    id: 'venceranSinVender',
    header: 'Vence sin venderse',
    align: 'right',
    bone: 56,
    cell: ({ venceranSinVender: units }) => (
      <span className={units ? styles.attention : undefined}>{integer(units)}</span>
    ),
  },
];

/** The same in a line, for a card. */
export const outlookLine = (product: StockProduct) =>
  `Disponible ${integer(product.disponible)} · Cobertura ${cover(product).toLowerCase()}`;

/** The same in a sentence, where something will be lost. */
export function OutlookNote({ product: { venceranSinVender: units } }: { product: StockProduct }) {
  if (!units) return null;
  const expire = countOf(units, 'unidad va a vencer', 'unidades van a vencer');
  return <Note tone="warn">Si seguís vendiendo como hasta ahora, {expire} antes de venderse.</Note>;
}
