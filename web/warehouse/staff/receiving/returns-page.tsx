import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate, pluralize } from '#shared/kit/text/format.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { isLabel } from '#shared/orders/rules/code/tracking-id.ts';
import { clientStock, expiringStock } from '#shared/warehouse/staff-stock.ts';
import { readStockReturn, recordStockReturn, type StockReturn } from '#shared/warehouse/staff-stock-return.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { history } from '#web/kit/lib/history.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { NumberInput, TextInput } from '#web/kit/ui/field/text-input.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { staffShipmentPath, unknownShipment } from '#web/orders/staff/shipments/shipment-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from '#web/warehouse/staff/warehouse.module.css';
import { WarehouseViews } from '#web/warehouse/staff/warehouse-views.tsx';
import { countedUnits } from './count-drafts.ts';
import { ScanSku } from './scan-sku.tsx';

const PATH = '/consola/deposito/devoluciones';

/** `/consola/deposito/devoluciones`: puts the units of a returned shipment back into stock. */
export function ReturnsPage({ me }: { me: Me }) {
  const [params] = useSearchParams();
  const label = params.get('etiqueta') ?? '';
  const scan = (code: string) => {
    const id = parseScannedId(code);
    if (id === null || !isLabel(id)) {
      // The shipment before it must not get what was meant for another one.
      history.replace(PATH);
      return { refused: true, text: `«${code.slice(0, 60)}» no es una etiqueta. Escaneá la del envío devuelto.` };
    }
    history.replace(`${PATH}?etiqueta=${encodeURIComponent(id)}`);
    return { refused: false, text: `Envío ${id}` };
  };
  return (
    <>
      <PageHeader title="Devoluciones al stock" />
      <WarehouseViews />
      <div className="stack">
        <Panel title="Escanear">
          <ScanSku label="Etiqueta del envío devuelto" onScan={scan} />
        </Panel>
        {label !== '' && <ReturnedShipment key={label} label={label} me={me} />}
      </div>
    </>
  );
}

function ReturnedShipment({ label, me }: { label: string; me: Me }) {
  const { data, error, refetch } = useApiQuery(readStockReturn, { params: { label } });
  if (data) return <ReturnForm shipment={data.results} me={me} />;
  return <NotLoaded error={error} unknown={unknownShipment(label)} onRetry={() => void refetch()} lines={4} />;
}

interface TypedLot {
  units: string;
  lot: string;
}

const sum = (lots: readonly { units: number }[]) => lots.reduce((total, { units }) => total + units, 0);

/** What came back of a shipment, and why the rest didn't. */
function ReturnedUnits({ shipment: { lots, returned, note } }: { shipment: StockReturn }) {
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

function ReturnForm({ shipment, me }: { shipment: StockReturn; me: Me }) {
  const { shipment_id, lots, refusal } = shipment;
  const [typed, setTyped] = useState<readonly TypedLot[]>(() =>
    lots.map(({ units, lot }) => ({ units: String(units), lot })),
  );
  const [note, setNote] = useState('');
  const [confirming, setConfirming] = useState(false);
  const { send, pending } = useApiMutation(recordStockReturn);
  const problem = typed.map((one, index) => lotProblem(one, lots[index]?.units ?? 0)).find(Boolean) ?? null;
  const back = typed.reduce((sum, { units }) => sum + (countedUnits(units) ?? 0), 0);
  const rows = lots.map((lot, index) => ({ ...lot, index }));
  const left = lots.reduce((sum, { units }) => sum + units, 0) - back;
  const change = (index: number, changes: Partial<TypedLot>) =>
    setTyped(typed.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  const record = async () => {
    const units = lots.flatMap(({ sku, lot: from, expiry }, index) => {
      const { units: count = '0', lot = '' } = typed[index] ?? {};
      // Units in another lot keep the last good day of the lot that they came from, if that lot is new.
      return Number(count) > 0
        ? [{ sku, lot: lot.trim(), units: Number(count), expiry: lot.trim() === from ? '' : (expiry ?? '') }]
        : [];
    });
    const body = { units, note: left > 0 ? note : '' };
    await runAndRefetch(
      () => send({ params: { label: shipment_id }, body }),
      readStockReturn,
      clientStock,
      expiringStock,
    );
  };
  return (
    <Panel title={`Envío ${shipment_id}`} action={<StateBadge state={shipment.state} />}>
      <div className="stack">
        <p>
          {shipment.company} · <Link to={staffShipmentPath(shipment_id)}>Ver el envío</Link>
        </p>
        {refusal && (
          <Note tone="warn" role="status">
            {refusal}.
          </Note>
        )}
        {lots.length > 0 && (
          <StaticTable
            caption="Unidades del envío"
            cards
            rows={rows}
            rowKey={({ index }) => String(index)}
            columns={[
              {
                header: 'Producto',
                cell: ({ sku, description }) => (
                  <span>
                    <b>{sku}</b>
                    <span className="row-line">{description}</span>
                  </span>
                ),
              },
              {
                header: 'Salió',
                cell: ({ units, lot, expiry }) =>
                  `${units} del lote ${lot}${expiry ? ` (vence ${formatDate(expiry)})` : ''}`,
              },
              ...(refusal === null
                ? [
                    {
                      header: 'Vuelve',
                      cell: ({ sku, lot, index }: (typeof rows)[number]) => (
                        <NumberInput
                          className={styles.number}
                          aria-label={`Unidades de ${sku}, lote ${lot}, que vuelven`}
                          value={typed[index]?.units ?? ''}
                          onChange={({ target }) => change(index, { units: target.value })}
                        />
                      ),
                    },
                    {
                      header: 'Al lote',
                      cell: ({ sku, lot, index }: (typeof rows)[number]) => (
                        <TextInput
                          maxLength={60}
                          aria-label={`Lote al que vuelven las unidades de ${sku}, lote ${lot}`}
                          value={typed[index]?.lot ?? ''}
                          onChange={({ target }) => change(index, { lot: target.value })}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
        <ReturnedUnits shipment={shipment} />
        {refusal === null && left > 0 && (
          <Field label="Por qué no vuelven todas" optional counter={{ used: note.length, max: 200 }}>
            <TextInput maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
          </Field>
        )}
        {refusal === null && (
          <div className={styles.actions}>
            <span className={styles.count}>
              Lo dañado se deja afuera: escribí 0. Cada envío se devuelve una sola vez.
            </span>
            <Button
              variant="primary"
              busy={pending}
              disabledReason={refusalOf(me, 'warehouse') ?? problem}
              onClick={() => setConfirming(true)}
            >
              Devolver al stock
            </Button>
          </div>
        )}
        <ConfirmDialog
          open={confirming}
          onOpenChange={setConfirming}
          title={`¿Devolver al stock ${pluralize(back, 'unidad', 'unidades')}?`}
          message={left > 0 ? `${pluralize(left, 'unidad queda', 'unidades quedan')} afuera.` : 'Vuelven todas.'}
          description="Cada envío se devuelve una sola vez."
          confirmText="Devolver al stock"
          onConfirm={record}
        />
      </div>
    </Panel>
  );
}

/** Returns why the units of a lot can't go back; null if they can. */
function lotProblem({ units, lot }: TypedLot, sent: number): string | null {
  const count = countedUnits(units);
  if (count === null) return 'Escribí cuántas unidades vuelven';
  if (count > sent) return `Del envío salieron ${sent}: no pueden volver ${count}`;
  return count > 0 && lot.trim() === '' ? 'Escribí a qué lote vuelven' : null;
}
