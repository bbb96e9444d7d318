import { useId } from 'react';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import styles from '#web/bulk/sender/uploads/bulk-uploads.module.css';
import { Select } from '#web/ui/select.tsx';
import { MEANING_LABELS } from './column-labels.ts';
import { type MappingErrors, MEANINGS, type Meaning, meaningOf } from './mapping-draft.ts';

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
export function FileColumns({ draft, labels, samples, errors, undecided, onMeaning, onUnit }: FileColumnsProps) {
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
