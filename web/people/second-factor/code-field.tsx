import type * as z from 'zod/mini';
import type { codeForm } from '#shared/people/factor-code.ts';
import type { Form } from '#web/lib/forms.ts';
import { TextField } from '#web/parts/form/text-field.tsx';

interface CodeFieldProps {
  form: Form<z.input<typeof codeForm> & { code: string }, typeof codeForm>;
  /** Asks for a backup code instead of a code of the authenticator app. */
  backup?: boolean;
}

/** Field for a code of the second factor. */
export function CodeField({ form, backup = false }: CodeFieldProps) {
  return (
    <TextField
      key={String(backup)}
      form={form}
      name="code"
      label={backup ? 'Código de respaldo' : 'Código de tu aplicación'}
      hint={backup ? 'Uno de los diez que guardaste: sirve una sola vez' : '6 números, cambian cada 30 segundos'}
      inputMode={backup ? 'text' : 'numeric'}
      autoComplete={backup ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      autoFocus
    />
  );
}
