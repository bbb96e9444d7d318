/** Text that replaces names and streets of masked persons (docs/operations.md, retention). */
export const MASKED = 'Dato borrado';
