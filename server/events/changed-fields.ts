/** Returns the names of the fields of a form whose stored values differ. */
export const changedFields = <F extends object>(
  before: Partial<Record<keyof F, unknown>>,
  form: F,
): (keyof F & string)[] => (Object.keys(form) as (keyof F & string)[]).filter((key) => before[key] !== form[key]);
