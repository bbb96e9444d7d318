import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import styles from '#web/bulk/sender/uploads/bulk-uploads.module.css';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { COLUMN_LABELS } from './column-labels.ts';
import type { MappingErrors } from './mapping-draft.ts';
import { useOfferedModes } from './use-offered-modes.ts';

interface MissingColumnsProps {
  /** Required columns that the file lacks. */
  columns: readonly BulkColumn[];
  draft: BulkMapping;
  errors: MappingErrors;
  onValue: (column: BulkColumn, value: string) => void;
}

const FIGURES: ReadonlySet<BulkColumn> = new Set(['largo_cm', 'ancho_cm', 'alto_cm', 'peso_g', 'valor']);

/** Asks for one value for all rows of each required column that a file lacks. */
export function MissingColumns({ columns, draft, errors, onValue }: MissingColumnsProps) {
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
