import { type ComponentProps, useRef, useState } from 'react';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import type { BulkLimits } from '#shared/bulk/rows/limits.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { ChooseFile } from '#web/bulk/csv-file/choose-file.tsx';
import { readCsvText } from '#web/bulk/csv-file/read-csv-text.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';

interface ListFileDialogProps<P> {
  title: string;
  /** What the file contains, and what loading it changes. */
  lead: string;
  limits: BulkLimits;
  /** Sends the text of a file. @returns the server's message, and the rows that it didn't take */
  send: (text: string) => Promise<{ message: string; problems: readonly P[] }>;
  /** Calls whose replies the file changes. */
  changed: readonly AnyEndpoint[];
  /** Table of the rows that weren't taken. */
  table: Pick<ComponentProps<typeof StaticTable<P>>, 'caption' | 'rowKey' | 'columns'>;
  onClose: () => void;
}

/** Loads a list from a CSV file as spreadsheets save it, and shows the rows that the server didn't take. */
export function ListFileDialog<P>({ title, lead, limits, send, changed, table, onClose }: ListFileDialogProps<P>) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<{ message: string; problems: readonly P[] } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const load = async (file: File) => {
    setProblem(null);
    setDone(null);
    setPending(true);
    try {
      setDone(await send(await readCsvText(file, limits)));
    } catch (error) {
      const unread = error instanceof CsvFileError;
      setProblem(unread ? `${file.name}: ${error.message}` : asApiError(error).firstMessage);
    }
    setPending(false);
    await invalidateApiQueries(...changed);
  };
  return (
    <Dialog open size="lg" title={title} onOpenChange={(open) => !open && !pending && onClose()}>
      <div className="stack">
        <p>{lead}</p>
        <ChooseFile limits={limits} problem={problem} button={button} onFile={(file) => void load(file)} sentAtOnce />
        {pending && <Spinner label="Cargando el archivo…" />}
        {done && (
          <Note tone={done.problems.length > 0 ? 'warn' : 'info'} role="status">
            {done.message}
          </Note>
        )}
        {done && done.problems.length > 0 && <StaticTable {...table} rows={done.problems} />}
      </div>
    </Dialog>
  );
}
