import { useState } from 'react';
import { countOf, integer } from '#shared/format.ts';
import type { StockProduct } from '#shared/stock.ts';
import { useSettings } from '#web/lib/settings.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Note } from '#web/ui/note.tsx';
import styles from './stock.module.css';

/** Whether the row tells what only our own warehouse knows (readings R4). */
const tellsOutlook = ({ disponible }: StockProduct) => typeof disponible === 'number';

/** Whether the list has the columns of it: while there are no rows, as the last ones had. */
export function useOutlook(rows: readonly StockProduct[] | undefined): boolean {
  const { strict } = useSettings();
  const [told, setTold] = useState(!strict);
  const tells = rows?.length ? rows.some(tellsOutlook) : told;
  if (tells !== told) setTold(tells);
  return tells;
}

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
export function OutlookLine({ product }: { product: StockProduct }) {
  if (!tellsOutlook(product)) return null;
  const { disponible, venceranSinVender: units } = product;
  return (
    <p className="muted num">
      Disponible {integer(disponible)} · Cobertura {cover(product).toLowerCase()}
      {units ? (
        <>
          {' · Vencen '}
          <span className={styles.attention}>{integer(units)}</span> sin venderse
        </>
      ) : null}
    </p>
  );
}

/** The same in a sentence, where something will be lost. */
export function OutlookNote({ product: { venceranSinVender: units } }: { product: StockProduct }) {
  if (!units) return null;
  const expire = countOf(units, 'unidad va a vencer', 'unidades van a vencer');
  return <Note tone="warn">Si seguís vendiendo como hasta ahora, {expire} antes de venderse.</Note>;
}
