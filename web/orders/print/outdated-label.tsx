import { Badge } from '#web/kit/ui/display/badge.tsx';
import { YesNoBadge } from '#web/orders/order/state-badge.tsx';
import styles from './outdated-label.module.css';

/** Print state of a row; a gateway without outdated labels omits `label_outdated` (readings C50). */
interface Printed {
  printed_by_client: boolean;
  label_outdated?: boolean;
}

const TEXT = 'Etiqueta desactualizada';

/** Badge for a label that was printed before its order changed. */
export function OutdatedLabel() {
  return <Badge colour="amarillo">{TEXT}</Badge>;
}

/** The cell 'Impreso' of a list's row. */
export function PrintedCell({ printed_by_client, label_outdated }: Printed) {
  return (
    <>
      <YesNoBadge yes={printed_by_client === true} />
      {label_outdated && <span className={styles.outdated}>{TEXT}</span>}
    </>
  );
}

/** Print state on a list's card. */
export function PrintedNote({ printed_by_client, label_outdated }: Printed) {
  if (label_outdated) return <OutdatedLabel />;
  return <span className="muted">{printed_by_client ? 'Impreso' : 'Sin imprimir'}</span>;
}

/** Returns whether a label was printed, current or outdated. */
export const hasPrintedLabel = ({ printed_by_client, label_outdated }: Printed) =>
  printed_by_client === true || label_outdated === true;
