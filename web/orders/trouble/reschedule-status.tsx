import { formatDate, formatTimestamp } from '#shared/format.ts';
import type { Shipping } from '#shared/orders/shipments.ts';
import { Note } from '#web/ui/note.tsx';
import styles from './help.module.css';

type Request = NonNullable<Shipping['reschedule']>;

const TONES = { Pendiente: 'info', Aprobado: 'info', Rechazado: 'warn' } as const;

/** Returns what became of a request for another day, as a sentence. */
function sentence({ state, date, reason, requested_at }: Request): string {
  const day = formatDate(date);
  if (state === 'Aprobado') return `Se reprogramó la entrega para el ${day}.`;
  if (state === 'Rechazado') return `No se pudo reprogramar para el ${day}: ${reason}`;
  return `Pediste la entrega para el ${day}, el ${formatTimestamp(requested_at)}. Falta que el proveedor lo decida.`;
}

/** The last request for another day of delivery. */
export function RescheduleStatus({ request }: { request: Request }) {
  return (
    <Note tone={TONES[request.state]} role="status" className={styles.status}>
      {sentence(request)}
      {request.note && <div className={`${styles.quote} muted`}>Tu nota: {request.note}</div>}
    </Note>
  );
}
