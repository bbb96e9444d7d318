import { useRef, useState } from 'react';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { localDay } from '#shared/kit/days.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { clientStock, expiringStock } from '#shared/warehouse/staff-stock.ts';
import { ChooseFile } from '#web/bulk/csv-file/choose-file.tsx';
import { readCsvText } from '#web/bulk/csv-file/read-csv-text.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { LiveFilters } from '#web/kit/list/live-filters.tsx';
import { Button } from '#web/kit/ui/button.tsx';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { NumberInput, TextInput } from '#web/kit/ui/field/text-input.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { ClientSelect, NoClientChosen } from '#web/warehouse/staff/client-select.tsx';
import { useChosenClient } from '#web/warehouse/staff/use-chosen-client.ts';
import styles from '#web/warehouse/staff/warehouse.module.css';
import { WarehouseViews } from '#web/warehouse/staff/warehouse-views.tsx';
import { RECEIPT_LIMITS, readReceiptFile } from './receipt-file.ts';
import { addScannedSku, type ReceiptRow, receipts, sendReceipts, toReceipt } from './receipt-list.ts';
import { ReceiptRows } from './receipt-rows.tsx';
import { ScanSku } from './scan-sku.tsx';

/** `/consola/deposito/ingresos`: books goods that arrived for a client, by scanning, typing or a CSV file. */
export function ReceiptsPage({ me }: { me: Me }) {
  const [client, choose] = useChosenClient();
  return (
    <>
      <PageHeader title="Ingresos de stock" />
      <WarehouseViews />
      <LiveFilters>
        <ClientSelect value={client} onChange={choose} empty="Elegí un cliente" />
      </LiveFilters>
      {client === '' ? (
        <NoClientChosen title="¿De quién es la mercadería?" text="Elegí un cliente para registrar sus ingresos." />
      ) : (
        <ClientReceipts key={client} client={client} me={me} />
      )}
    </>
  );
}

function ClientReceipts({ client, me }: { client: string; me: Me }) {
  const list = receipts.useValue(client);
  const [sending, setSending] = useState(false);
  const { entry, rows } = list;
  const ready = rows.filter((row) => row.result === 'pending' || (row.result === 'new' && isValid(row))).length;
  const done = rows.filter(({ result }) => result === 'recorded' || result === 'repeated').length;
  const change = (changes: Partial<typeof entry>) => receipts.set(client, { ...list, entry: { ...entry, ...changes } });
  const without = (row: ReceiptRow) => rows.filter(({ id }) => id !== row.id);
  const correct = (row: ReceiptRow) => {
    const { sku, ...others } = row.cells;
    setCorrecting({ id: row.id, sku });
    receipts.set(client, { entry: others, rows });
  };
  const [correcting, setCorrecting] = useState<{ id: string; sku: string } | null>(null);
  /** Adds a scanned SKU; the row that is being corrected leaves the list only then. */
  const scan = (code: string) => {
    const outcome = addScannedSku(client, code, correcting?.id);
    if (!outcome.refused) setCorrecting(null);
    return outcome;
  };
  const send = async () => {
    setSending(true);
    try {
      const refused = await sendReceipts(client);
      if (refused > 0)
        alerts.warning(
          pluralize(refused, 'ingreso rechazado', 'ingresos rechazados'),
          'Mirá el motivo de cada uno en la lista. Los demás se registraron.',
        );
      else alerts.success('Los ingresos se registraron');
      void invalidateApiQueries(clientStock, expiringStock);
    } catch (error) {
      alerts.danger(
        asApiError(error).firstMessage,
        'Los que faltan siguen en la lista. Registrá de nuevo: nada cuenta dos veces.',
      );
    }
    setSending(false);
  };
  return (
    <div className="stack">
      <div className={styles.entry}>
        <Panel title="Escanear o escribir">
          <div className="stack">
            <div className={styles.lot}>
              <Field label="Lote">
                <TextInput
                  maxLength={60}
                  autoComplete="off"
                  value={entry.lot}
                  onChange={({ target }) => change({ lot: target.value })}
                />
              </Field>
              <Field label="Vence" optional>
                <DateInput value={entry.expiry} onChange={(expiry) => change({ expiry })} />
              </Field>
              <Field label="Crítico desde" optional>
                <DateInput value={entry.criticality} onChange={(criticality) => change({ criticality })} />
              </Field>
              <Field label="Unidades por lectura" hint="Negativas: salieron sin pedido.">
                <NumberInput value={entry.units} onChange={({ target }) => change({ units: target.value })} />
              </Field>
            </div>
            <ScanSku key={correcting?.id} label="SKU o código de barras" initial={correcting?.sku} onScan={scan} />
          </div>
        </Panel>
        <ReceiptFile client={client} />
      </div>
      {rows.length > 0 && (
        <>
          <div className={styles.actions}>
            <span role="status" className={styles.count}>
              {pluralize(ready, 'ingreso listo', 'ingresos listos')}, {pluralize(done, 'registrado', 'registrados')}
            </span>
            {done > 0 && (
              <Button
                onClick={() =>
                  receipts.set(client, {
                    ...list,
                    rows: rows.filter(({ result }) => result !== 'recorded' && result !== 'repeated'),
                  })
                }
              >
                Quitar los registrados
              </Button>
            )}
            <Button
              variant="primary"
              busy={sending}
              disabledReason={refusalOf(me, 'warehouse') ?? (ready === 0 && 'Ningún ingreso está listo')}
              onClick={() => void send()}
            >
              Registrar {ready === 0 ? 'ingresos' : pluralize(ready, 'ingreso', 'ingresos')}
            </Button>
          </div>
          <ReceiptRows
            rows={rows}
            onCorrect={correct}
            onRemove={(row) => receipts.set(client, { ...list, rows: without(row) })}
          />
        </>
      )}
    </div>
  );
}

const isValid = (row: ReceiptRow) => typeof toReceipt(row) !== 'string';

function ReceiptFile({ client }: { client: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const load = async (file: File) => {
    setProblem(null);
    try {
      const text = await readCsvText(file, RECEIPT_LIMITS);
      const read = readReceiptFile(text, { name: file.name, client, today: localDay(new Date()) });
      const list = receipts.get(client);
      const known = new Set(list.rows.map(({ id }) => id));
      receipts.set(client, { ...list, rows: [...list.rows, ...read.filter(({ id }) => !known.has(id))] });
    } catch (error) {
      if (!(error instanceof CsvFileError)) throw error;
      setProblem(`${file.name}: ${error.message}`);
    }
  };
  return (
    <Panel title="Archivo">
      <div className="stack">
        <p className="muted">Columnas sku, lote y unidades; si querés, vence, critico, descripcion e ingreso.</p>
        <ChooseFile limits={RECEIPT_LIMITS} problem={problem} button={button} onFile={(file) => void load(file)} />
      </div>
    </Panel>
  );
}
