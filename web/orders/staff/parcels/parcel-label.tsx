import { formatTimestamp } from '#shared/format.ts';
import type { OperatorShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { alerts } from '#web/lib/alerts.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Note } from '#web/ui/note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { LabelButtons } from './label-buttons.tsx';
import styles from './parcels.module.css';

interface ParcelLabelProps {
  parcel: OperatorShipmentHistory;
  me: Me;
  onPrinted: () => void;
}

/** Prints a parcel's label, and says whether the collected parcel needs a new one (readings C50). */
export function ParcelLabel({ parcel, me, onPrinted }: ParcelLabelProps) {
  const { shipment_id, relabel, provider_prints } = parcel;
  const reportPrinted = () => {
    alerts.success(relabel ? 'El envío quedó reetiquetado: pegá la etiqueta nueva' : 'La etiqueta se descargó');
    onPrinted();
  };
  return (
    <Panel title="Etiqueta">
      <div className={styles.content}>
        {relabel ? (
          <Note tone="warn">La etiqueta del bulto está desactualizada: imprimí la nueva y pegala.</Note>
        ) : (
          <p className="muted">{parcel.printed ? 'La empresa la imprimió.' : 'La empresa todavía no la imprimió.'}</p>
        )}
        <div className={styles.actions}>
          <LabelButtons
            label={shipment_id}
            me={me}
            verb={relabel ? 'Reetiquetar' : 'Imprimir'}
            onPrinted={reportPrinted}
          />
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
