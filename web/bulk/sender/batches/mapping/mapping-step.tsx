import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import styles from '#web/bulk/sender/batches/batches.module.css';
import { asApiError } from '#web/kit/call/api-error.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { COLUMN_LABELS, MEANING_LABELS } from './column-labels.ts';
import {
  completedMapping,
  type MappingErrors,
  MEANINGS,
  type Meaning,
  mappingErrors,
  meaningOf,
  missingColumns,
  suggestMapping,
  withMeaning,
} from './mapping-draft.ts';
import { keepMapping } from './saved-mappings.ts';
import { useOfferedModes } from './use-offered-modes.ts';

/** Most names of a sentence; a file that lacks more has columns of its own names. */
const MAX_NAMES = 6;

/** Returns what a person has to do with a file's columns: which required ones have neither a column nor a value, if they are few. */
function columnsLeft(draft: BulkMapping): string {
  const left = missingColumns(draft).filter((column) => !draft.columns[column]?.value);
  if (left.length === 0) return 'Revisá qué es cada columna del archivo';
  if (left.length > MAX_NAMES) {
    const known = draft.headers.filter((header) => meaningOf(draft, header) !== '').length;
    const all = draft.headers.length;
    if (known === all) return 'Reconocimos las columnas del archivo. Completá lo que le falta';
    return `Reconocimos ${known} de ${pluralize(all, 'columna', 'columnas')} del archivo. Indicá qué son las demás`;
  }
  const names = new Intl.ListFormat('es-AR').format(left.map((column) => COLUMN_LABELS[column]));
  return `Revisá las columnas: falta elegir una columna o un valor para ${names}`;
}

interface FileColumnsProps {
  draft: BulkMapping;
  /** Shown names of columns with equal headers, by their unique headers. */
  labels: ReadonlyMap<string, string>;
  /** Values of each column, by header. */
  samples: ReadonlyMap<string, readonly string[]>;
  errors: MappingErrors;
  /** Headers whose meaning is neither recognised nor chosen. */
  undecided: ReadonlySet<string>;
  onMeaning: (header: string, meaning: Meaning | '') => void;
  onUnit: (unit: BulkMapping['peso_en']) => void;
}

const OPTIONS = MEANINGS.map((meaning) => ({ value: meaning, label: MEANING_LABELS[meaning] }));

const WEIGHTS = [
  { value: 'g', label: 'en gramos' },
  { value: 'kg', label: 'en kilos' },
];

/** Lists the columns of a file with samples, each with its meaning. */
function FileColumns({ draft, labels, samples, errors, undecided, onMeaning, onUnit }: FileColumnsProps) {
  const base = useId();
  return (
    <fieldset className={styles.group}>
      <legend>Columnas del archivo</legend>
      <ul className={styles.fileColumns}>
        {draft.headers.map((header, index) => {
          const meaning = meaningOf(draft, header);
          const shown = samples.get(header) ?? [];
          const error = meaning === '' ? undefined : errors[meaning];
          const sampleId = `${base}-${index}`;
          return (
            <li key={header} className={styles.fileColumn} data-unused={meaning === '' || undefined}>
              <div>
                <label htmlFor={`${sampleId}-meaning`}>{labels.get(header) ?? header}</label>
                <p id={sampleId} className={error ? 'danger-text' : 'muted'}>
                  {error ?? (shown.join(' · ') || 'Sin datos en las primeras filas')}
                </p>
              </div>
              <div className={styles.meaning}>
                <Select
                  small
                  id={`${sampleId}-meaning`}
                  aria-describedby={sampleId}
                  aria-invalid={error ? true : undefined}
                  options={OPTIONS}
                  placeholder={undecided.has(header) ? 'Sin elegir' : 'No se usa'}
                  value={meaning}
                  onChange={(event) => onMeaning(header, event.target.value as Meaning | '')}
                />
                {meaning === 'peso_g' && (
                  <Select
                    small
                    aria-label="El peso está"
                    options={WEIGHTS}
                    value={draft.peso_en}
                    onChange={(event) => onUnit(event.target.value as BulkMapping['peso_en'])}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

interface MissingColumnsProps {
  /** Required columns that the file lacks. */
  columns: readonly BulkColumn[];
  draft: BulkMapping;
  errors: MappingErrors;
  onValue: (column: BulkColumn, value: string) => void;
}

const FIGURES: ReadonlySet<BulkColumn> = new Set(['largo_cm', 'ancho_cm', 'alto_cm', 'peso_g', 'valor']);

/** Asks for one value for all rows of each required column that a file lacks. */
function MissingColumns({ columns, draft, errors, onValue }: MissingColumnsProps) {
  const modes = useOfferedModes();
  if (columns.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>Lo que falta: un valor para todas las filas</legend>
      <div className={styles.columns}>
        {columns.map((column) => {
          const value = draft.columns[column]?.value ?? '';
          const label = column === 'peso_g' ? `Peso (${draft.peso_en})` : COLUMN_LABELS[column];
          return (
            <Field key={column} label={label} error={errors[column] ?? null}>
              {column === 'modo_entrega' ? (
                <Select options={modes} value={value} onChange={(event) => onValue(column, event.target.value)} />
              ) : (
                <TextInput
                  inputMode={FIGURES.has(column) ? 'numeric' : 'text'}
                  autoComplete="off"
                  value={value}
                  onChange={(event) => onValue(column, event.target.value)}
                />
              )}
            </Field>
          );
        })}
      </div>
    </fieldset>
  );
}

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
