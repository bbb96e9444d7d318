import { formatDate, formatTimestamp, kilograms, money, packageText } from '#shared/kit/text/format.ts';
import { type ShipmentCost as Cost, readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { DescriptionList, Panel, type SummaryLine, SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import styles from './shipments.module.css';

/** What a shipment costs and how it was priced: tariff, billed weight, adjustments and payment. */
export function ShipmentCost({ shipment }: { shipment: StaffShipmentHistory }) {
  const { data, error, refetch } = useApiQuery(readShipmentCost, { params: { label: shipment.shipment_id } });
  const cost = data?.results;
  return (
    <Panel title="Costo">
      {cost ? (
        <Content cost={cost} grams={shipment.weight} />
      ) : (
        <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />
      )}
    </Panel>
  );
}

function Content({ cost, grams }: { cost: Cost; grams: number }) {
  const { parts, tariff, origin } = cost;
  return (
    <div className={styles.content}>
      <SummaryLines
        lines={[...partLines(cost), ...cost.adjustments.map(adjustmentLine), ...measuredLines(cost), totalLine(cost)]}
      />
      <small className="muted">
        {parts
          ? 'El desglose se recalcula con la tarifa de la orden: sólo se guarda el costo.'
          : 'El costo congelado no sale de la tarifa de la orden, y no se puede desglosar.'}
      </small>
      <DescriptionList
        groups={[
          [
            { term: 'Tarifa', value: `Nro. ${tariff.id}, vigente desde el ${formatDate(tariff.valid_from)}` },
            { term: 'Desde', value: `${origin.city}, ${origin.state}` },
            { term: 'Zona de entrega', value: parts?.zone },
            { term: 'Peso cobrado', value: parts && billedText(parts, grams) },
          ],
          [
            { term: 'Pago', value: paymentText(cost) },
            ...(cost.payment
              ? [
                  { term: 'Del pago, esta orden', value: money(cost.payment.amount) },
                  {
                    term: 'Confirmado',
                    value: cost.payment.confirmed_at && formatTimestamp(cost.payment.confirmed_at),
                  },
                ]
              : []),
          ],
        ]}
      />
    </div>
  );
}

const line = (label: string, value: string, note?: string): SummaryLine => ({
  key: label,
  label,
  value: <span className="nowrap">{value}</span>,
  note,
});

function partLines({ parts, frozen, tariff }: Cost): SummaryLine[] {
  if (!parts) return [line('Costo congelado', money(frozen))];
  return [
    line('Valor del envío', money(parts.shipping)),
    line('Seguro', money(parts.insurance)),
    line('IVA', money(parts.tax), `${tariff.tax_percent} %`),
  ];
}

function adjustmentLine(one: Cost['adjustments'][number]): SummaryLine {
  const [from, to] = [one.zone_before ?? one.province_before, one.zone_after ?? one.province_after];
  const by = one.decided_by ? ` por ${one.decided_by}` : '';
  return {
    ...line('Ajuste por cambio de domicilio', one.amount === null ? 'Incluido en el total' : money(one.amount)),
    key: String(one.modification_id),
    note: `De ${from ?? '-'} a ${to ?? '-'}. Aprobado el ${formatTimestamp(one.decided_at)}${by}.`,
  };
}

function measuredLines({ measured, measured_waits }: Cost): SummaryLine[] {
  if (measured && measured_waits) {
    const value = measured.adjustment === 0 ? 'Por confirmar' : `${money(measured.adjustment)}, y otro por confirmar`;
    return [line('Ajuste por peso o medidas', value, `Controlado: ${packageText(measured)}.`)];
  }
  if (!measured || measured.adjustment === 0) return [];
  return [line('Ajuste por peso o medidas', money(measured.adjustment), `Controlado: ${packageText(measured)}.`)];
}

function totalLine({ total, frozen, adjustment }: Cost): SummaryLine {
  const had = frozen + adjustment;
  return {
    ...line('Total', money(total), total === had ? undefined : `Cancelado: costaba ${money(had)}.`),
    label: <strong>Total</strong>,
    value: <strong className="nowrap">{money(total)}</strong>,
  };
}

function billedText({ billed_weight, volumetric_weight, charged_by }: NonNullable<Cost['parts']>, grams: number) {
  if (charged_by === 'peso')
    return `${kilograms(billed_weight)}, el real (volumétrico ${kilograms(volumetric_weight)})`;
  return `${kilograms(billed_weight)}, el volumétrico (real ${kilograms(grams)})`;
}

function paymentText({ payment, prepaid }: Cost): string {
  if (payment) return `Nro. ${payment.id}: ${payment.state.name}, ${money(payment.total)}`;
  return prepaid ? 'Falta generar el pago de la orden' : 'La orden no se paga por adelantado';
}
