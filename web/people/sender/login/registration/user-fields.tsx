import { PasswordField } from '#web/parts/form/password-field.tsx';
import { TextField } from '#web/parts/form/text-field.tsx';
import type { Registration } from './use-registration.ts';

/** Step 4, Datos de usuario. */
export function UserFields({ form }: { form: Registration['forms']['user'] }) {
  return (
    <>
      <TextField
        form={form}
        name="username"
        label="Nombre de usuario"
        autoComplete="username"
        autoCapitalize="none"
        span={12}
      />
      <PasswordField
        form={form}
        name="password"
        label="Contraseña"
        autoComplete="new-password"
        strength
        username={form.rhf.watch('username')}
        span={6}
      />
      <PasswordField
        form={form}
        name="passwordConfirm"
        label="Repetí la contraseña"
        autoComplete="new-password"
        span={6}
      />
    </>
  );
}
