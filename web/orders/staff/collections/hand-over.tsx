import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { formatTimestamp, pluralize } from '#shared/kit/text/format.ts';
import {
  type CheckedCode,
  checkCodes,
  handOverManifest,
  MAX_CHECKED_CODES,
  type ManifestDetail,
} from '#shared/orders/staff-manifests.ts';
import { ScanField } from '#web/console/kit/scan-field.tsx';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import styles from './collections.module.css';
import { counterText, differenceText, namesText, scanText } from './hand-over-texts.ts';
import { type JudgedScan, judgeScans, type ScanResult } from './judge-scans.ts';
import { addScan, keepScans, scansOf } from './scan-store.ts';

/** Whether a scan goes to the server: what it refused, and doubles, don't. */
const isSent = ({ result }: JudgedScan) => result === 'listed' || result === 'surplus' || result === 'unchecked';

/** Whatever is typed faster than people type was scanned, even if it is unreadable. */
const isAnyCode = (text: string) => text.length > 2;

const RESULTS: Record<ScanResult, { text: string; colour: BadgeColour }> = {
  listed: { text: 'En el manifiesto', colour: 'verde' },
  surplus: { text: 'Sobra', colour: 'amarillo' },
  double: { text: 'Doble', colour: 'gris' },
  refused: { text: 'No se retira', colour: 'rojo' },
  unchecked: { text: 'Verificando', colour: 'azul' },
};

/** Scans that need no attention and are shown at most, the latest. */
const SHOWN = 10;

/** Scans, latest first: all that aren't simply listed, and the latest others. */
function ScansTable({ caption, rows }: { caption: string; rows: readonly JudgedScan[] }) {
  const numbered = rows.map((row, index) => ({ ...row, place: index + 1 }));
  const latest = numbered.slice(-SHOWN);
  const notable = numbered.filter((row) => row.result !== 'listed' && row.result !== 'double').slice(-100);
  const shown = [...new Set([...notable, ...latest])].sort((a, b) => b.place - a.place);
  return (
    <StaticTable
      caption={caption}
      cards
      rows={shown}
      rowKey={({ place }) => String(place)}
      columns={[
        { header: 'Código', cell: ({ label, code }) => <span className={styles.code}>{label ?? code}</span> },
        { header: 'Hora', cell: ({ at }) => <span className="nowrap">{formatTimestamp(at)}</span> },
        {
          header: 'Resultado',
          cell: ({ result, reason }) => (
            <span>
              <Badge colour={RESULTS[result].colour}>{RESULTS[result].text}</Badge>
              {reason && <span className="row-line">{reason}</span>}
            </span>
          ),
        },
      ]}
    />
  );
}

/** Time in which further codes are scanned that go into the same check, in ms. */
const PAUSE_MS = 200;

/** Time before a failed check is repeated, in ms. */
const RETRY_MS = 3000;

/**
 * Asks the server what codes are for a manifest, a little later than they are scanned, until it answers.
 *
 * @returns why the last check failed; null if it didn't
 */
function useCodeChecks(
  number: string,
  unchecked: readonly string[],
  onChecked: (results: readonly CheckedCode[]) => void,
): string | null {
  const [failed, setFailed] = useState({ times: 0, message: '' });
  const codes = JSON.stringify(unchecked.slice(0, MAX_CHECKED_CODES));
  useEffect(() => {
    const asked: string[] = JSON.parse(codes);
    if (asked.length === 0) return;
    const stop = new AbortController();
    const check = async () => {
      try {
        const { results } = await call(checkCodes, { params: { number }, body: { codes: asked }, signal: stop.signal });
        setFailed({ times: 0, message: '' });
        onChecked(results);
      } catch (error) {
        // Another number of failures begins the next attempt.
        if (!stop.signal.aborted)
          setFailed(({ times }) => ({ times: times + 1, message: asApiError(error).firstMessage }));
      }
    };
    const timer = setTimeout(check, failed.times === 0 ? PAUSE_MS : RETRY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [codes, number, failed.times, onChecked]);
  return failed.times > 0 && unchecked.length > 0 ? failed.message : null;
}

interface HandOverProps {
  manifest: ManifestDetail;
  onHandedOver: () => Promise<void>;
}

/** Takes the labels of a hand-over from a scanner, counts them against the manifest, and records them in one call. */
export function HandOver({ manifest, onHandedOver }: HandOverProps) {
  const { number, state } = manifest;
  const scans = useStore(scansOf(number));
  const shown = useDeferredValue(scans);
  const [checked, setChecked] = useState<ReadonlyMap<string, CheckedCode>>(new Map());
  const judged = useMemo(() => judgeScans(manifest, shown, checked), [manifest, shown, checked]);
  const takeChecked = useCallback(
    (results: readonly CheckedCode[]) =>
      setChecked((known) => new Map([...known, ...results.map((one) => [one.code, one] as const)])),
    [],
  );
  const failure = useCodeChecks(number, judged.unchecked, takeChecked);
  const { send, pending } = useApiMutation(handOverManifest);
  const [confirms, setConfirms] = useState(false);
  const [refused, setRefused] = useState<readonly JudgedScan[]>([]);

  const sent = judged.rows.filter(isSent);
  const difference = differenceText(judged);
  const record = async () => {
    try {
      const body = { scans: sent.map(({ code, at }) => ({ code, at })) };
      const { message, scans: handed } = await send({ params: { number }, body });
      alerts.success(message);
      const reasons = new Map(handed.map((one) => [one.code, one]));
      const left = judged.rows.map((row): JudgedScan => {
        const said = reasons.get(row.code);
        return said?.result === 'refused' ? { ...row, result: 'refused', reason: said.reason } : row;
      });
      setRefused(left.filter(({ result }) => result === 'refused'));
      // Scans that came while the call was on its way stay.
      keepScans(number, scansOf(number).get().slice(shown.length));
      await onHandedOver();
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
  };
  const open = state === 'abierto';
  return (
    <>
      {(open || scans.length > 0) && (
        <Panel title={open ? 'Entrega' : 'Escaneos sin registrar'}>
          <div className={styles.hand}>
            <ScanField
              label="Etiqueta o manifiesto"
              onScan={(code) => addScan(number, code, new Date())}
              isCode={isAnyCode}
            />
            <p role="status" className={styles.counter}>
              <b>{counterText(judged)}</b> {difference}
            </p>
            <p role="status">{scanText(judged.rows.at(-1))}</p>
            {judged.missing.length > 0 && shown.length > 0 && (
              <p>
                <span className="muted">Faltan:</span> {namesText(judged.missing.map((one) => one.shipment_id))}
              </p>
            )}
            {judged.surplus.length > 0 && (
              <p>
                <span className="muted">Sobran:</span> {namesText(judged.surplus)}
              </p>
            )}
            {failure && (
              <Note tone="warn" role="status">
                Hay códigos sin verificar: {failure} Lo escaneado queda guardado acá.
              </Note>
            )}
            <div className={styles.actions}>
              <Button
                variant="primary"
                busy={pending}
                disabledReason={sent.length === 0 && 'Escaneá al menos un bulto de este manifiesto'}
                onClick={() => (difference === '' ? void record() : setConfirms(true))}
              >
                Confirmar el retiro
              </Button>
              {scans.length > 0 && (
                <>
                  <Button size="sm" onClick={() => keepScans(number, scans.slice(0, -1))}>
                    Quitar el último
                  </Button>
                  <Button size="sm" onClick={() => keepScans(number, [])}>
                    Quitar todos
                  </Button>
                </>
              )}
            </div>
          </div>
        </Panel>
      )}
      {judged.rows.length > 0 && <ScansTable caption="Escaneos" rows={judged.rows} />}
      {refused.length > 0 && judged.rows.length === 0 && (
        <>
          <Note tone="warn">Estos códigos no se retiraron:</Note>
          <ScansTable caption="Códigos que no se retiraron" rows={refused} />
        </>
      )}
      <ConfirmDialog
        open={confirms}
        onOpenChange={setConfirms}
        title={`¿Confirmar el retiro de ${pluralize(sentShipments(judged), 'bulto', 'bultos')}?`}
        message={`Hay diferencias: ${difference}.`}
        description="Los que faltan quedan libres para otro manifiesto. Los que sobran se retiran y quedan anotados."
        confirmText="Confirmar"
        cancelText="Seguir escaneando"
        onConfirm={() => void record()}
      />
    </>
  );
}

const sentShipments = ({ expected, missing, surplus }: ReturnType<typeof judgeScans>) =>
  expected - missing.length + surplus.length;
