import { useState } from 'react';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { currentUser } from '#shared/people/account.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import TermsDialog from './terms-dialog.tsx';

interface TermsNoticeProps {
  /** From when the terms bind, ISO 8601. */
  bindsFrom: string;
}

/** Announces new terms until the client accepts them or they bind (readings C56). */
export default function TermsNotice({ bindsFrom }: TermsNoticeProps) {
  const [reading, setReading] = useState(false);

  function close() {
    setReading(false);
    void invalidateApiQueries(currentUser);
  }

  return (
    <Note tone="info">
      Hay términos y condiciones nuevos. Rigen desde el {formatTimestamp(bindsFrom)}: aceptalos antes para seguir
      operando.{' '}
      <button type="button" className="link-button" onClick={() => setReading(true)}>
        Leer y aceptar
      </button>
      {reading && <TermsDialog onClose={close} />}
    </Note>
  );
}
