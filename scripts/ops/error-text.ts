import { OperatorApiError } from '#server/platform/http/operator-api.ts';
import { UsageError } from './command.ts';
import { shown } from './show.ts';

/** Returns the Spanish text of an error, with a line for each invalid field. */
export function errorText(error: unknown): string {
  if (error instanceof OperatorApiError) {
    const fields = error.errors.filter(({ field }) => field !== '');
    return [shown(error.message), ...fields.map(({ field, message }) => `  ${shown(field)}: ${shown(message)}`)].join(
      '\n',
    );
  }
  if (error instanceof UsageError) return `${error.message}\nAyuda: npm run ops -- ayuda`;
  const { name, cause } = error as Error;
  if (name === 'TimeoutError' || (error instanceof TypeError && cause)) {
    const { code } = (cause ?? {}) as { code?: string };
    return `El servidor no responde${code ? ` (${code})` : ''}. Verificá que esté en marcha y que --url indique su dirección`;
  }
  return (error as Error).stack ?? String(error);
}
