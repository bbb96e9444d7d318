import { TextField } from '#web/parts/form/text-field.tsx';
import type { Registration } from './use-registration.ts';

/** Step 1, Datos de Contacto. */
export function ContactFields({ form }: { form: Registration['forms']['contact'] }) {
  return (
    <>
      <TextField form={form} name="nombre" label="Nombre" autoComplete="given-name" span={6} />
      <TextField form={form} name="apellido" label="Apellido" autoComplete="family-name" span={6} />
      <TextField form={form} name="telefono" label="Teléfono" type="tel" autoComplete="tel" span={6} />
      <TextField form={form} name="email" label="Email" type="email" autoComplete="email" span={6} />
    </>
  );
}
