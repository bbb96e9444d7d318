import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_LABELS } from '#shared/orders/labels.ts';
import { countOrders, listOrders, type OrderRow } from '#shared/orders/orders.ts';
import { call } from '#web/kit/call/api.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';

interface PickUnprintedProps {
  /** Filters of the list. */
  filter: Record<string, string>;
  /** Selects them without a click. */
  atOnce: boolean;
  onPick: (orders: readonly OrderRow[]) => void;
}

/** Selects the orders of all pages that match the filters and wait to be printed: 'Elegir las 12 por imprimir'. */
export default function PickUnprinted({ filter: { state: _, ...filter }, atOnce, onPick }: PickUnprintedProps) {
  const [busy, setBusy] = useState(false);
  const counts = useApiQuery(countOrders, { query: { filter } }, { keepPrevious: true });
  const count = counts.data?.results.find(({ state }) => state === 'por_imprimir')?.total ?? 0;
  const select = async () => {
    try {
      const query = { page: 1, limit: MAX_LABELS, filter: { ...filter, state: 'por_imprimir' } };
      onPick((await call(listOrders, { query })).results);
    } catch (error) {
      alerts.failure(error, 'No pudimos traer las órdenes por imprimir');
    }
  };
  const selectAtOnce = useEffectEvent(select);
  useEffect(() => {
    if (atOnce) void selectAtOnce();
  }, [atOnce]);
  if (count === 0) return null;
  const pick = async () => {
    setBusy(true);
    await select();
    setBusy(false);
  };
  return (
    <button type="button" className="link-button" aria-busy={busy} onClick={() => !busy && void pick()}>
      {count === 1 ? 'Elegir la orden por imprimir' : `Elegir las ${Math.min(count, MAX_LABELS)} por imprimir`}
    </button>
  );
}
