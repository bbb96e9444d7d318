import { MAX_DIVIDED } from '#shared/bulk/rows/limits.ts';
import { isLonger } from '#shared/kit/text/code-points.ts';

/** Returns why a name or an address isn't divided into its parts: it is too long. Null for a usual one. */
export const longTextReason = (text: string, what: 'nombre' | 'dirección'): string | null =>
  isLonger(text, MAX_DIVIDED)
    ? `${what === 'nombre' ? 'El nombre' : 'La dirección'} tiene más de ${MAX_DIVIDED} caracteres. Acortá el dato`
    : null;
