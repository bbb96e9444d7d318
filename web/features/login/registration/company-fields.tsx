import { cuitDigits, isCuitCheckDigitValid } from '#shared/rules/cuit.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import type { Registration } from './use-registration.ts';

const DOUBTFUL = 'Revisá el CUIT: el dígito verificador no coincide';

/** Step 2, Datos de la Empresa. A wrong check digit of the CUIT is a warning, not an error (readings C1). */
export function CompanyFields({ form }: { form: Registration['forms']['company'] }) {
  const digits = cuitDigits(form.rhf.watch('cuit'));
  const doubtful = digits !== null && !isCuitCheckDigitValid(digits);
  return (
    <>
      <TextField
        form={form}
        name="cuit"
        label="CUIT"
        inputMode="numeric"
        autoComplete="off"
        span={5}
        warning={doubtful && DOUBTFUL}
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
