import { useRef, useState } from 'react';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { LIST_LIMITS, readEventRows } from '#shared/orders/event-list/read-rows.ts';
import { ChooseFile } from '#web/bulk/csv-file/choose-file.tsx';
import { readCsvText } from '#web/bulk/csv-file/read-csv-text.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { changeDraft, type EventDraft, eventList, type LoadedFile } from './event-list-store.ts';
import styles from './events.module.css';

/** Takes CSV files as spreadsheets save them. */
export function FileSource({ files }: Pick<EventDraft, 'files'>) {
  const [problem, setProblem] = useState<string | null>(null);
  const [replaced, setReplaced] = useState<LoadedFile | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const load = async (file: File) => {
    setProblem(null);
    setReplaced(null);
    try {
      const rows = readEventRows(await readCsvText(file, LIST_LIMITS)).map((row) => ({ ...row, source: file.name }));
      if (rows.length === 0) throw new CsvFileError('empty', 'El archivo no tiene ninguna fila');
      // The same file again, perhaps corrected, replaces what was loaded before.
      const loaded = eventList.get().draft.files;
      setReplaced(loaded.find(({ name }) => name === file.name) ?? null);
      changeDraft({ files: [...loaded.filter(({ name }) => name !== file.name), { name: file.name, rows }] });
    } catch (error) {
      if (!(error instanceof CsvFileError)) throw error;
      setProblem(`${file.name}: ${error.message}`);
    }
  };
  return (
    <Panel title="Archivo">
      <div className={styles.source}>
        <ChooseFile limits={LIST_LIMITS} problem={problem} button={button} onFile={(file) => void load(file)} />
        {replaced && files.some(({ name }) => name === replaced.name) && (
          <Note role="status">
            {replaced.name} reemplazó a otro archivo con el mismo nombre, que tenía{' '}
            {pluralize(replaced.rows.length, 'fila', 'filas')}. Si los dos van, cambiale el nombre a uno y cargalo de
            nuevo.
          </Note>
        )}
        {files.length > 0 && (
          <ul className={styles.files}>
            {files.map(({ name, rows }) => (
              <li key={name}>
                <span>
                  {name} <span className="muted">{pluralize(rows.length, 'fila', 'filas')}</span>
                </span>
                <Button
                  size="sm"
                  aria-label={`Quitar ${name}`}
                  onClick={() => {
                    changeDraft({ files: files.filter((file) => file.name !== name) });
                    button.current?.focus();
                  }}
                >
                  Quitar
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
