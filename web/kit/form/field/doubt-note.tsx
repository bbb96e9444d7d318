import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import styles from './text-field.module.css';
import type { FieldOf } from './text-field.tsx';

/** Returns the note of a field whose value has to be checked, or is unknown; undefined for any other field. */
export function doubtNote<V extends FieldValues, S extends z.ZodMiniType>(
  form: FieldOf<V, S>['form'],
  name: FieldOf<V, S>['name'],
) {
  if (!form.isDoubtful(name)) return undefined;
  const isEmpty = String(form.rhf.getValues(name) ?? '').trim() === '';
  return <span className={styles.warning}>{isEmpty ? 'Completá este dato' : 'Revisá este dato'}</span>;
}
