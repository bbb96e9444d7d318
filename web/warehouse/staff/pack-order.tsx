import { useState } from 'react';
import { formatDate, pluralize } from '#shared/kit/text/format.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import {
  clientFulfillment,
  prepareFulfillment,
  type StaffFulfillmentDetail,
  staffFulfillments,
} from '#shared/warehouse/staff-fulfillment.ts';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { packedColumn, productColumn, shipmentColumn } from './pack-columns.tsx';
import { missingUnits, type PackLine, packedTotals, packLines, scanUnit, takeOutUnit } from './pack-lines.ts';
import { packing, packingKey } from './packing-store.ts';
import { ScanSku } from './receiving/scan-sku.tsx';
import styles from './warehouse.module.css';

/** Scan to pack: each scanned SKU or bar code adds a unit. Saves all units in one call, with missing ones only after a question. */
export function PackOrder({ order, me }: { order: StaffFulfillmentDetail; me: Me }) {
  const key = packingKey(order.client_id, order.id);
  const units = packing.useValue(key);
  const [closing, setClosing] = useState(false);
  const [takenOut, setTakenOut] = useState<string | null>(null);
  const { send, pending } = useApiMutation(prepareFulfillment);
  const lines = packLines(order, units);
  const missing = missingUnits(lines);
  const missingTotal = missing.reduce((sum, one) => sum + one.units, 0);
  const refused = refusalOf(me, 'warehouse');

  const scan = (code: string) => {
    const outcome = scanUnit(order, packing.get(key), code);
    setTakenOut(null);
    if (outcome.packed) packing.set(key, outcome.packed);
    return { refused: outcome.packed === null, text: outcome.text };
  };
  const takeOut = (sku: string) => {
    const { packed, text } = takeOutUnit(order, packing.get(key), sku);
    packing.set(key, packed);
    setTakenOut(text);
  };
  const save = async (close: boolean) => {
    const totals = packedTotals(packLines(order, packing.get(key)));
    const params = { clientId: order.client_id, id: order.id };
    await runAndRefetch(
      async () => {
        await send({ params, body: { items: totals, close } });
        return { message: 'El pedido está preparado' };
      },
      clientFulfillment,
      staffFulfillments,
    );
  };
  return (
    <>
      <Panel title="Escanear">
        <ScanSku label="SKU o código de barras" onScan={scan} instead={takenOut}>
          <div className={styles.actions}>
            <span className={styles.count}>
              {missingTotal === 0
                ? 'Están todas las unidades'
                : `Faltan ${pluralize(missingTotal, 'unidad', 'unidades')}`}
            </span>
            {missingTotal > 0 && (
              <Button disabledReason={refused} onClick={() => setClosing(true)}>
                Cerrar con faltantes
              </Button>
            )}
            <Button
              variant="primary"
              busy={pending}
              disabledReason={refused ?? (missingTotal > 0 && 'Escaneá las unidades que faltan')}
              onClick={() => void save(false)}
            >
              Preparado
            </Button>
          </div>
        </ScanSku>
      </Panel>
      <StaticTable<PackLine>
        caption="Productos del pedido"
        cards
        rows={lines}
        rowKey={({ shipment_id, sku }) => `${shipment_id} ${sku}`}
        columns={[
          shipmentColumn,
          productColumn,
          { header: 'Lote', cell: ({ lots }) => <Lots lots={lots} /> },
          packedColumn,
          {
            header: 'Corregir',
            cell: ({ sku }) => (
              <Button
                size="sm"
                aria-label={`Quitar una unidad de ${sku}`}
                disabledReason={!units[foldedKey(sku)] && 'No hay unidades escaneadas sin guardar'}
                onClick={() => takeOut(sku)}
              >
                Quitar una
              </Button>
            ),
          },
        ]}
      />
      <ConfirmDialog
        open={closing}
        onOpenChange={setClosing}
        title="¿Cerrar el pedido con faltantes?"
        message={`${missing.length === 1 && missingTotal === 1 ? 'Falta' : 'Faltan'} ${missing.map((one) => `${one.units} de ${one.sku}`).join(', ')}.`}
        description="El pedido queda preparado sin esas unidades, y su stock se libera para otros pedidos."
        confirmText="Cerrar con faltantes"
        onConfirm={() => save(true)}
      />
    </>
  );
}

/** The lots to take the units from, the first to expire first. */
function Lots({ lots }: Pick<PackLine, 'lots'>) {
  if (lots.length === 0) return <span className="muted">Sin lote reservado</span>;
  return (
    <span>
      {lots.map(({ lot, expiry, units }) => (
        <span key={lot} className="row-line">
          {lot}: {units}
          {expiry && ` (vence ${formatDate(expiry)})`}
        </span>
      ))}
    </span>
  );
}
