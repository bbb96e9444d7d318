import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { pluralize } from '#shared/format.ts';
import { type CheckedCode, handOverManifest, type ManifestDetail } from '#shared/orders/staff-manifests.ts';
import { ScanField } from '#web/console/scan-field.tsx';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './collections.module.css';
import { counterText, differenceText, namesText, scanText } from './hand-over-texts.ts';
import { type JudgedScan, judgeScans } from './judge-scans.ts';
import { addScan, keepScans, scansOf } from './scan-store.ts';
import { ScansTable } from './scans-table.tsx';
import { useCodeChecks } from './use-code-checks.ts';

/** Whether a scan goes to the server: what it refused, and doubles, don't. */
const isSent = ({ result }: JudgedScan) => result === 'listed' || result === 'surplus' || result === 'unchecked';

/** Whatever is typed faster than people type was scanned, also if it is unreadable. */
const isAnyCode = (text: string) => text.length > 2;

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
        title={`¿Confirmar el retiro de ${pluralize(sentParcels(judged), 'bulto', 'bultos')}?`}
        message={`Hay diferencias: ${difference}.`}
        description="Los que faltan quedan libres para otro manifiesto. Los que sobran se retiran y quedan anotados."
        confirmText="Confirmar"
        cancelText="Seguir escaneando"
        onConfirm={() => void record()}
      />
    </>
  );
}

const sentParcels = ({ expected, missing, surplus }: ReturnType<typeof judgeScans>) =>
  expected - missing.length + surplus.length;
