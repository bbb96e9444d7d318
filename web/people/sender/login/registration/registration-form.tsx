import { type ReactNode, useEffect } from 'react';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { Button } from '#web/kit/ui/button.tsx';
import { provinceOfCpa } from '#web/orders/place/zip-places.ts';
import { cuitWarning } from '#web/people/cuit-warning.ts';
import { PasswordField } from '#web/people/password/password-field.tsx';
import styles from './registration.module.css';
import { StepPanel } from './step-panel.tsx';
import { STEPS, type Step } from './steps.ts';
import { type Registration, useRegistration } from './use-registration.ts';

const NOTHING_YET = 'Completá tus datos de usuario para finalizar';

/** Step 1, Datos de Contacto. */
function ContactFields({ form }: { form: Registration['forms']['contact'] }) {
  return (
    <>
      <TextField form={form} name="nombre" label="Nombre" autoComplete="given-name" span={6} />
      <TextField form={form} name="apellido" label="Apellido" autoComplete="family-name" span={6} />
      <TextField form={form} name="telefono" label="Teléfono" type="tel" autoComplete="tel" span={6} />
      <TextField form={form} name="email" label="Email" type="email" autoComplete="email" span={6} />
    </>
  );
}

const options = provinces.map(({ name }) => ({ value: name, label: name }));

/**
 * Step 3, Domicilio de Colecta. Zip lookup needs a session, so visitors choose the province, unless the letter of a CPA
 * determines it, and type the city.
 */
function AddressFields({ form }: { form: Registration['forms']['address'] }) {
  const { rhf } = form;
  const province = provinceOfCpa(rhf.watch('sender_address_zip_code'));
  useEffect(() => {
    if (province) rhf.setValue('sender_address_state', province, { shouldDirty: true });
  }, [rhf, province]);
  return (
    <>
      <TextField form={form} name="sender_address_street_name" label="Calle" autoComplete="off" span={8} />
      <TextField form={form} name="sender_address_street_number" label="Número" autoComplete="off" span={4} />
      <TextField form={form} name="sender_address_floor" label="Piso" optional autoComplete="off" span={4} />
      <TextField form={form} name="sender_address_apartment" label="Dpto." optional autoComplete="off" span={4} />
      <TextField form={form} name="sender_address_zip_code" label="Código postal" autoComplete="postal-code" span={4} />
      <SelectField
        form={form}
        name="sender_address_state"
        label="Provincia"
        placeholder="Elegí una provincia"
        options={options}
        span={6}
      />
      <TextField form={form} name="sender_address_city" label="Localidad" autoComplete="address-level2" span={6} />
      <TextField form={form} name="sender_address_neighborhood_name" label="Barrio" autoComplete="off" span={6} />
      <TextField
        form={form}
        name="sender_address_other_info"
        label="Observaciones"
        optional
        autoComplete="off"
        span={6}
      />
    </>
  );
}

/** Step 2, Datos de la Empresa. A wrong check digit of the CUIT is a warning, not an error (readings C1). */
function CompanyFields({ form }: { form: Registration['forms']['company'] }) {
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

/** Step 4, Datos de usuario. */
function UserFields({ form }: { form: Registration['forms']['user'] }) {
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

interface RegistrationFormProps {
  onRegistered: (email: string) => void;
  onLogin: () => void;
}

/** The four steps of registration (D1 §2). One step is open at a time; each is validated separately. */
export function RegistrationForm({ onRegistered, onLogin }: RegistrationFormProps) {
  const { forms, open, openStep, complete, locked, submit, pending, typed, dirty } = useRegistration(onRegistered);

  const fields: Record<Step, ReactNode> = {
    contact: <ContactFields form={forms.contact} />,
    company: <CompanyFields form={forms.company} />,
    address: <AddressFields form={forms.address} />,
    user: <UserFields form={forms.user} />,
  };
  const { contact, company, address } = typed();
  const summaries: Record<Step, string> = {
    contact: `${contact.nombre} ${contact.apellido} · ${contact.telefono}`,
    company: company.nombre_empresa,
    address: `${address.sender_address_street_name} ${address.sender_address_street_number}, ${address.sender_address_city}`,
    user: '',
  };

  return (
    <>
      <ol className={styles.steps}>
        {STEPS.map((step, index) => (
          <StepPanel
            key={step}
            step={step}
            summary={summaries[step]}
            complete={complete.has(step)}
            locked={locked(step)}
            open={open === step}
            onOpen={() => openStep(step)}
          >
            <form ref={forms[step].formRef} onSubmit={submit[step]} noValidate>
              <FormSubmitError submitError={forms[step].submitError} />
              <div className={styles.grid}>{fields[step]}</div>
              <div className={styles.actions}>
                {index > 0 && (
                  <Button variant="quiet" className={styles.back} onClick={() => openStep(STEPS[index - 1] ?? step)}>
                    Atrás
                  </Button>
                )}
                <span className={styles.spacer} />
                {step === 'user' ? (
                  <Button type="submit" variant="primary" busy={pending} disabledReason={!dirty && NOTHING_YET}>
                    Finalizar
                  </Button>
                ) : (
                  <Button type="submit" variant="primary">
                    Continuar
                  </Button>
                )}
              </div>
            </form>
          </StepPanel>
        ))}
      </ol>
      <div className={styles.foot}>
        <span>
          {complete.size} de {STEPS.length} pasos completos
        </span>
        <Button variant="quiet" size="sm" onClick={onLogin}>
          Ya tengo cuenta
        </Button>
      </div>
    </>
  );
}
