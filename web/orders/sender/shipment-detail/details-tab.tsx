import type { ReactNode } from 'react';
import {
  centimetres,
  cubicCentimetres,
  cubicMetres,
  dollarAmount,
  EMPTY_VALUE,
  grams,
  integer,
  kilograms,
  metres,
} from '#shared/kit/text/format.ts';
import type { ShipmentDetail } from '#shared/orders/shipments.ts';
import { Metrics, Panel } from '#web/kit/ui/layout/panel.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { adjustmentRows } from '#web/money/adjustments.ts';
import { type ItemLine, itemLines } from '#web/orders/description/item-lines.ts';
import styles from './shipment-detail.module.css';

const ITEM_COLUMNS = [
  { header: 'Producto', cell: ({ name }: ItemLine) => name },
  { header: 'SKU', cell: ({ sku }: ItemLine) => <span className="hyphenated-id muted">{sku || EMPTY_VALUE}</span> },
  {
    header: 'Cantidad',
    cell: ({ quantity }: ItemLine) => (quantity > 0 ? integer(quantity) : EMPTY_VALUE),
    right: true,
  },
];

/** Shows a measure in the received unit and, below, in the larger unit (D2 §9). */
const inBoth = (small: string, large: string): ReactNode => (
  <>
    {small}
    <span className={styles.unit}>{large}</span>
  </>
);

/** Tab Detalles (D2 §2): contents, value, weight and sizes of the shipment. */
export function DetailsTab({ shipment }: { shipment: ShipmentDetail }) {
  const lines = itemLines(shipment);
  const hasQuantities = lines.some(({ quantity }) => quantity > 0);
  const { weight, volume, width, length, height } = shipment;
  return (
    <Panel title="Paquete">
      <Metrics
        rows={[
          { term: 'Cantidad de ítems', value: hasQuantities ? integer(shipment.items_quantity) : 'No informado' },
          { term: 'Valor', value: dollarAmount(shipment.value) },
          { term: 'Costo de Envío', value: dollarAmount(shipment.shipping_cost) },
          ...adjustmentRows(shipment),
          { term: 'Peso', value: inBoth(grams(weight), kilograms(weight)) },
          { term: 'Volumen', value: inBoth(cubicCentimetres(volume), cubicMetres(volume)) },
          { term: 'Ancho', value: inBoth(centimetres(width), metres(width)) },
          { term: 'Largo', value: inBoth(centimetres(length), metres(length)) },
          { term: 'Alto', value: inBoth(centimetres(height), metres(height)) },
        ]}
      />
      <h3 className={`${styles.heading} heading-4`}>Productos</h3>
      {lines.length === 0 ? (
        <p className="muted">No informado</p>
      ) : (
        <StaticTable caption="Productos" columns={ITEM_COLUMNS} rows={lines} rowKey={({ key }) => key} />
      )}
    </Panel>
  );
}
