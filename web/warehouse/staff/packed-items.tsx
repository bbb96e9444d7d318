import type { OperatorFulfillmentDetail } from '#shared/warehouse/staff-fulfillment.ts';
import { Note } from '#web/ui/note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { packedColumn, parcelColumn, productColumn } from './pack-columns.tsx';
import { missingUnits, packLines } from './pack-lines.ts';

/** What is in the parcels of an order that is prepared, and what it was closed without. */
export function PackedItems({ order }: { order: OperatorFulfillmentDetail }) {
  const lines = packLines(order, {});
  const missing = missingUnits(lines);
  if (lines.length === 0) return null;
  return (
    <Panel title="Productos">
      <div className="stack">
        {missing.length > 0 && (
          <Note tone="warn">
            Se cerró con faltantes: {missing.map(({ sku, units }) => `${units} de ${sku}`).join(', ')}.
          </Note>
        )}
        <StaticTable
          caption="Productos del pedido"
          cards
          rows={lines}
          rowKey={({ shipment_id, sku }) => `${shipment_id} ${sku}`}
          columns={[parcelColumn, productColumn, packedColumn]}
        />
      </div>
    </Panel>
  );
}
