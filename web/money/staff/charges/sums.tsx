import { integer, money } from '#shared/kit/text/format.ts';
import { Metrics } from '#web/kit/ui/layout/panel.tsx';

interface Sums {
  parcels: number;
  frozen: number;
  adjustment: number;
  net: number;
  tax: number;
  total: number;
  /** Frozen costs that were paid online. */
  paid?: number;
}

/** The sums of a month's charges. */
export function ChargeSums({ sums }: { sums: Sums }) {
  return (
    <Metrics
      rows={[
        { term: 'Envíos retirados', value: integer(sums.parcels) },
        { term: 'Costos con IVA', value: money(sums.frozen) },
        { term: 'Ajustes con IVA', value: money(sums.adjustment) },
        { term: 'Neto', value: money(sums.net) },
        { term: 'IVA', value: money(sums.tax) },
        { term: 'Total', value: <strong>{money(sums.total)}</strong> },
        ...(sums.paid === undefined
          ? []
          : [
              { term: 'Pagado online', value: money(sums.paid) },
              {
                term: 'Falta cobrar',
                value: money((Math.round(sums.total * 100) - Math.round(sums.paid * 100)) / 100),
              },
            ]),
      ]}
    />
  );
}
