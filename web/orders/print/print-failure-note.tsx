import { Note } from '#web/kit/ui/display/note.tsx';
import type { Printer, PrintFailure } from './use-print.ts';

/** Maximum number of listed reasons; a batch may have hundreds. */
const SHOWN = 5;

/** What failed while printing, and how to continue. */
export default function PrintFailureNote({ printer, notice }: { printer: Printer; notice: PrintFailure }) {
  if (notice.kind === 'blocked') {
    return (
      <Note tone="warn" role="status">
        Tu navegador bloqueó la pestaña.{' '}
        <a href={notice.url} target="_blank" rel="noreferrer" onClick={printer.dismiss}>
          Abrí las etiquetas desde acá
        </a>
      </Note>
    );
  }
  return (
    <Note tone="bad" role="alert">
      No se pudieron imprimir las etiquetas de {notice.job.subject}.{' '}
      <button type="button" className="link-button" onClick={() => printer.print(notice.job)}>
        Reintentar
      </button>
      {notice.reasons.slice(0, SHOWN).map((reason) => (
        <div key={reason}>{reason}</div>
      ))}
      {notice.reasons.length > SHOWN && <div>y {notice.reasons.length - SHOWN} más</div>}
    </Note>
  );
}
