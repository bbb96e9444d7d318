import { type FormEvent, useEffect, useRef, useState } from 'react';
import { saveMapping } from '#shared/batches.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn, REQUIRED_COLUMNS } from '#shared/bulk/columns.ts';
import type { BulkMapping } from '#shared/bulk/mapping.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { useSettings } from '#web/lib/settings.ts';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import styles from './bulk-uploads.module.css';
import { COLUMN_LABELS } from './column-labels.ts';
import { type MappingErrors, mappingErrors, suggestMapping } from './mapping-draft.ts';
import { firstRow } from './read-sheet.ts';

interface MappingStepProps {
  formId: string;
  file: File;
  headers: readonly string[];
  /** The mapping saved for these columns. */
  saved: BulkMapping | null;
  /** Why a mapping is needed; null when the user chose to edit it. */
  reason: string | null;
  onBusy: (busy: boolean) => void;
  onMapped: (mapping: BulkMapping) => void;
}

const WEIGHTS = [
  { value: 'g', label: 'Gramos' },
  { value: 'kg', label: 'Kilos' },
];

/** Maps the columns of a client's own file, with its first row as an example. Our own gateway saves the mapping. */
export function MappingStep({ formId, file, headers, saved, reason, onBusy, onMapped }: MappingStepProps) {
  const { strict } = useSettings();
  const { send } = useApiMutation(saveMapping);
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => saved ?? suggestMapping(headers));
  const [errors, setErrors] = useState<MappingErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [example, setExample] = useState<BulkCells | null>(null);
  useEffect(() => {
    let current = true;
    void firstRow(file, draft).then((cells) => current && setExample(cells));
    return () => {
      current = false;
    };
  }, [file, draft]);

  const set = (column: BulkColumn, change: { header?: string; value?: string }) => {
    const before = draft.columns[column] ?? { header: '', value: '' };
    setDraft({ ...draft, columns: { ...draft.columns, [column]: { ...before, ...change } } });
    setErrors({ ...errors, [column]: undefined });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = mappingErrors(draft);
    setErrors(wrong?.columns ?? {});
    setFailure(wrong?.other ?? null);
    if (wrong) {
      // After the render that marks the invalid fields.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    onBusy(true);
    try {
      if (!strict) await send({ body: draft });
      onMapped(draft);
    } catch (error) {
      setFailure(asApiError(error).firstMessage);
    } finally {
      onBusy(false);
    }
  };

  const options = [...new Set(headers)].filter(Boolean).map((header) => ({ value: header, label: header }));
  return (
    <form ref={form} id={formId} noValidate onSubmit={submit} className={styles.mapping}>
      <Note tone="info">
        <p>{reason ?? 'Indicá qué es cada columna del archivo'}.</p>
        {!strict && <p>Lo que indiques queda guardado para tus próximos archivos con las mismas columnas.</p>}
      </Note>
      {failure && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
      <div className={styles.columns}>
        {BULK_COLUMNS.map((column) => {
          const { header = '', value = '' } = draft.columns[column] ?? {};
          const label = COLUMN_LABELS[column];
          const shown = header !== '' && example?.[column] ? `Por ejemplo: ${example[column].slice(0, 60)}` : undefined;
          return (
            <div key={column} className={styles.pair}>
              <Field
                label={label}
                optional={!REQUIRED_COLUMNS.includes(column)}
                hint={shown}
                error={errors[column] ?? null}
              >
                <Select
                  options={options}
                  placeholder="No está en el archivo"
                  value={header}
                  onChange={(event) => set(column, { header: event.target.value })}
                />
              </Field>
              {header === '' && (
                <TextInput
                  small
                  aria-label={`${label}: valor para todas las filas`}
                  placeholder="Valor para todas las filas"
                  autoComplete="off"
                  value={value}
                  onChange={(event) => set(column, { value: event.target.value })}
                />
              )}
              {column === 'peso_g' && (
                <Select
                  small
                  aria-label="El peso está en"
                  options={WEIGHTS}
                  value={draft.peso_en}
                  onChange={(event) => setDraft({ ...draft, peso_en: event.target.value as BulkMapping['peso_en'] })}
                />
              )}
            </div>
          );
        })}
      </div>
    </form>
  );
}
