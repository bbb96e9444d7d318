import { cuitWarning } from '#web/parts/form/cuit-warning.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import type { Registration } from './use-registration.ts';

/** Step 2, Datos de la Empresa. A wrong check digit of the CUIT is a warning, not an error (readings C1). */
export function CompanyFields({ form }: { form: Registration['forms']['company'] }) {
  return (
    <>
      <TextField
        form={form}
        name="cuit"
        label="CUIT"
        inputMode="numeric"
        autoComplete="off"
        span={5}
        warning={cuitWarning(form.rhf.watch('cuit'))}
      />
      <TextField form={form} name="razon_social" label="Razón social" autoComplete="organization" span={7} />
      <TextField
        form={form}
        name="nombre_empresa"
        label="Nombre de la empresa"
        hint="Es el remitente que sale en tus etiquetas"
        autoComplete="off"
        span={12}
      />
    </>
  );
}
