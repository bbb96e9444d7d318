import { pluralize } from '#shared/kit/text/format.ts';
import type { SourcedRow } from '#shared/orders/event-list/list-events.ts';
import { ScanField } from '#web/console/kit/scan-field.tsx';
import { Button } from '#web/kit/ui/button.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { addScan, changeDraft } from './event-list-store.ts';
import styles from './events.module.css';

/** Takes labels from a scanner. */
export function ScanSource({ scans }: { scans: readonly SourcedRow[] }) {
  return (
    <Panel title="Escanear">
      <div className={styles.source}>
        <ScanField label="Etiqueta" onScan={addScan} />
        <p role="status" className={styles.last}>
          {scans.length > 0 && `${pluralize(scans.length, 'escaneo', 'escaneos')}, último: ${scans.at(-1)?.text}`}
        </p>
        {scans.length > 0 && (
          <div className={styles.buttons}>
            <Button size="sm" onClick={() => changeDraft({ scans: scans.slice(0, -1) })}>
              Quitar el último
            </Button>
            <Button size="sm" onClick={() => changeDraft({ scans: [] })}>
              Quitar todos
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
