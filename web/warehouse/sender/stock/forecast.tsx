import { useState } from 'react';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import type { StockProduct } from '#shared/warehouse/stock.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import styles from './stock.module.css';

/** Returns whether a row has a forecast, which only our own warehouse sends (readings R4). */
const hasForecast = ({ disponible }: StockProduct) => typeof disponible === 'number';

/** Returns whether the list shows the forecast columns. Without rows, the previous value stays. */
export function useHasForecast(rows: readonly StockProduct[] | undefined): boolean {
  const [shown, setShown] = useState(useCapability('stockForecast') !== false);
  const anyForecast = rows?.length ? rows.some(hasForecast) : shown;
  if (anyForecast !== shown) setShown(anyForecast);
  return anyForecast;
}

/** Formats how many days the free units last. */
function cover({ diasCobertura: days }: StockProduct): string {
  return typeof days === 'number' ? pluralize(days, 'día', 'días') : 'Sin ventas';
}

/** Forecast columns: free units, days of cover, and units that will expire before they sell. */
export const forecastColumns: Column<StockProduct>[] = [
  {
    id: 'disponible',
    header: 'Disponible',
    align: 'right',
    skeletonWidth: 56,
    cell: ({ disponible }) => integer(disponible),
  },
  { id: 'diasCobertura', header: 'Cobertura', align: 'right', muted: true, skeletonWidth: 56, cell: cover },
  {
    id: 'venceranSinVender',
    header: 'Vence sin venderse',
    align: 'right',
    skeletonWidth: 56,
    cell: ({ venceranSinVender: units }) => (
      <span className={units ? styles.attention : undefined}>{integer(units)}</span>
    ),
  },
];

/** The forecast as a line of a card. */
export function ForecastLine({ product }: { product: StockProduct }) {
  if (!hasForecast(product)) return null;
  const { disponible, venceranSinVender: units } = product;
  return (
    <p className="muted tabular-nums">
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

/** A warning about units that will expire before they sell; absent without such units. */
export function ForecastNote({ product: { venceranSinVender: units } }: { product: StockProduct }) {
  if (!units) return null;
  const expire = pluralize(units, 'unidad va a vencer', 'unidades van a vencer');
  return <Note tone="warn">Si seguís vendiendo como hasta ahora, {expire} antes de venderse.</Note>;
}
