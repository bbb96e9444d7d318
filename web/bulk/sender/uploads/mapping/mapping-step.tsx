import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import styles from '#web/bulk/sender/uploads/bulk-uploads.module.css';
import { asApiError } from '#web/lib/api-error.ts';
import { Note } from '#web/ui/note.tsx';
import { columnsLeft } from './columns-left.ts';
import { FileColumns } from './file-columns.tsx';
import {
  completedMapping,
  type MappingErrors,
  mappingErrors,
  meaningOf,
  missingColumns,
  suggestMapping,
  withMeaning,
} from './mapping-draft.ts';
import { MissingColumns } from './missing-columns.tsx';
import { keepMapping } from './saved-mappings.ts';

interface MappingStepProps {
  formId: string;
  file: File;
  /** Unique headers of the file. */
  headers: readonly string[];
  /** Shown names of columns with equal headers, by their unique headers. */
  labels: ReadonlyMap<string, string>;
  /** The mapping saved for these columns. */
  saved: BulkMapping | null;
  /** All saved mappings, last used first. */
  others: readonly BulkMapping[];
  /** What is wrong with the columns or with the last try; null if only their meaning is to be chosen. */
  reason: string | null;
  onBusy: (busy: boolean) => void;
  onMapped: (mapping: BulkMapping) => void;
}

/** Asks what the columns of a client's own file mean, then for what it lacks. The answers are remembered. */
export function MappingStep(props: MappingStepProps) {
  const { formId, file, headers, labels, saved, others, reason, onBusy, onMapped } = props;
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => saved ?? suggestMapping(headers, others, labels));
  const [errors, setErrors] = useState<MappingErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  /** Columns whose meaning a person chose. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const undecided = new Set(
    draft.headers.filter((header) => !saved && !chosen.has(header) && meaningOf(draft, header) === ''),
  );
  const [samples, setSamples] = useState<ReadonlyMap<string, string[]>>(new Map());
  useEffect(() => {
    let current = true;
    void import('./read-samples.ts')
      .then(({ readSamples }) => readSamples(file, headers))
      .then((found) => current && setSamples(found))
      // The samples are a help: the mapping works without them.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [file, headers]);

  const setValue = (column: BulkColumn, value: string) => {
    setDraft({ ...draft, columns: { ...draft.columns, [column]: { header: '', value } } });
    setErrors({ ...errors, [column]: undefined });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const mapping = completedMapping(draft);
    const wrong = mappingErrors(mapping);
    setErrors(wrong?.columns ?? {});
    setFailure(wrong?.other ?? null);
    if (wrong) {
      // After the render that marks the invalid fields.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    onBusy(true);
    try {
      await keepMapping(mapping);
      onMapped(mapping);
    } catch (error) {
      setFailure(asApiError(error).firstMessage);
    } finally {
      onBusy(false);
    }
  };

  return (
    <form ref={form} id={formId} noValidate onSubmit={submit} className={styles.mapping}>
      <Note tone="info">
        <p>{reason ?? columnsLeft(draft)}.</p>
        {undecided.size > 0 && <p>Las columnas que dejes sin elegir no se usan.</p>}
        <p>Lo que indiques queda guardado para tus próximos archivos con las mismas columnas.</p>
      </Note>
      {failure && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
      <FileColumns
        draft={draft}
        labels={labels}
        samples={samples}
        errors={errors}
        undecided={undecided}
        onMeaning={(header, meaning) => {
          setDraft(withMeaning(draft, header, meaning));
          setChosen(new Set(chosen).add(header));
        }}
        onUnit={(peso_en) => setDraft({ ...draft, peso_en })}
      />
      <MissingColumns columns={missingColumns(draft)} draft={draft} errors={errors} onValue={setValue} />
    </form>
  );
}
