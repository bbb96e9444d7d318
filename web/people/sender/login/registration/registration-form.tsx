import type { ReactNode } from 'react';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { TextField } from '#web/parts/form/text-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { AddressFields } from './address-fields.tsx';
import { CompanyFields } from './company-fields.tsx';
import styles from './registration.module.css';
import { StepPanel } from './step-panel.tsx';
import { STEPS, type Step } from './steps.ts';
import { type Registration, useRegistration } from './use-registration.ts';
import { UserFields } from './user-fields.tsx';

interface RegistrationFormProps {
  onRegistered: (email: string) => void;
  onLogin: () => void;
}

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
