import { pluralize } from '#shared/format.ts';
import type { StockReturn } from '#shared/warehouse/staff-stock-return.ts';
import { StaticTable } from '#web/ui/static-table.tsx';

const sum = (lots: readonly { units: number }[]) => lots.reduce((total, { units }) => total + units, 0);

/** What came back of a parcel, and why the rest didn't. */
export function ReturnedUnits({ parcel: { lots, returned, note } }: { parcel: StockReturn }) {
  // The reply of a node of the previous version has no such field.
  if (!returned) return null;
  const left = sum(lots) - sum(returned);
  return (
    <>
      {returned.length > 0 && (
        <StaticTable
          caption="Unidades que volvieron al stock"
          cards
          rows={returned.map((one, index) => ({ ...one, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { header: 'Producto', cell: ({ sku }) => <b>{sku}</b> },
            { header: 'Volvió', cell: ({ units, lot }) => `${units} al lote ${lot}` },
          ]}
        />
      )}
      {left > 0 && (
        <p>
          {pluralize(left, 'unidad no volvió', 'unidades no volvieron')} al stock{note ? `: ${note}` : '.'}
        </p>
      )}
    </>
  );
}
