import { useState } from 'react';
import { formatTimestamp } from '#shared/format.ts';
import { printParcelPdf, printParcelZpl } from '#shared/ops/parcel-label.ts';
import type { OperatorShipmentHistory } from '#shared/ops/shipments.ts';
import type { Me } from '#web/console/me.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { alerts } from '#web/lib/alerts.ts';
import { download } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Printer } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './parcels.module.css';

const CALLS = { pdf: printParcelPdf, zpl: printParcelZpl };

type Format = keyof typeof CALLS;

interface ParcelLabelProps {
  parcel: OperatorShipmentHistory;
  me: Me;
  onPrinted: () => void;
}

/** Prints a parcel's label, and says whether the collected parcel needs a new one (readings C50). */
export function ParcelLabel({ parcel, me, onPrinted }: ParcelLabelProps) {
  const { shipment_id, relabel, provider_prints } = parcel;
  const [printing, setPrinting] = useState<Format | null>(null);
  const refused = refusalOf(me, 'labels');

  const print = async (format: Format) => {
    setPrinting(format);
    try {
      const { blob } = await download(CALLS[format], { params: { label: shipment_id } });
      saveFile(blob, `etiqueta-${shipment_id}.${format}`);
      alerts.success(relabel ? 'El envío quedó reetiquetado: pegá la etiqueta nueva' : 'La etiqueta se descargó');
      onPrinted();
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
    setPrinting(null);
  };
  const button = (format: Format) => (
    <Button
      size="sm"
      icon={<Printer />}
      busy={printing === format}
      disabledReason={refused}
      onClick={() => void print(format)}
    >
      {relabel ? 'Reetiquetar' : 'Imprimir'} en {format.toUpperCase()}
    </Button>
  );
  return (
    <Panel title="Etiqueta">
      <div className={styles.content}>
        {relabel ? (
          <Note tone="warn">La etiqueta del bulto está desactualizada: imprimí la nueva y pegala.</Note>
        ) : (
          <p className="muted">{parcel.printed ? 'La empresa la imprimió.' : 'La empresa todavía no la imprimió.'}</p>
        )}
        <div className={styles.actions}>
          {button('pdf')}
          {button('zpl')}
        </div>
        {provider_prints.length > 0 && (
          <ul className={classNames('muted', styles.lines)} aria-label="Impresiones del proveedor">
            {provider_prints.map((one) => (
              <li key={one.id}>{printText(one)}</li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

const printText = ({ at, by, format, version, relabelled }: OperatorShipmentHistory['provider_prints'][number]) =>
  `${relabelled ? 'Reetiquetado' : 'Impresa'} el ${formatTimestamp(at)} por ${by} (${format.toUpperCase()}, v${version})`;
