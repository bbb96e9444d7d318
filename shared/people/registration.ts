import * as z from 'zod/mini';
import { email, secret, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { streetNumberError, zipRules } from '#shared/orders/address.ts';
import { isClientPhone, plainPhone } from '#shared/orders/rules/place/phone.ts';
import { PASSWORD_MIN } from './access.ts';
import { isReservedName, RESERVED_NAME } from './rules/activity/actor-name.ts';
import { cuitDigits } from './rules/cuit.ts';
import { isUnambiguousUsername } from './rules/username.ts';

const NUMBER_REQUIRED = 'El número es obligatorio';

/** The four steps of registration (D1 §5; readings C1 to C5), one form each. */
export const registrationSteps = {
  contact: z.object({
    nombre: text({ required: 'El nombre es obligatorio', max: [60] }),
    apellido: text({ required: 'El apellido es obligatorio', max: [60] }),
    telefono: text({
      required: 'El telefono es obligatorio',
      max: [60],
      normalize: plainPhone,
      check: (value) => (isClientPhone(value) ? null : 'El teléfono es inválido'),
    }),
    email: email({ required: 'El email es obligatorio', max: [100] }),
  }),
  company: z.object({
    cuit: text({
      required: 'El CUIT es obligatorio',
      check: (value) => (cuitDigits(value) ? null : 'El número de CUIT es inválido'),
    }),
    razon_social: text({ required: 'La Razón social es obligatoria', max: [120] }),
    nombre_empresa: text({ required: 'El nombre es obligatorio', max: [60] }),
  }),
  address: z.object({
    sender_address_street_name: text({ required: 'El nombre de calle es obligatorio', max: [60] }),
    // Text as in orders ('S/N', 'Km 12'); digits alone must be a positive integer, with the message of D1 §5.
    sender_address_street_number: text({
      required: NUMBER_REQUIRED,
      max: [20],
      check: (value) => (streetNumberError(value) ? NUMBER_REQUIRED : null),
    }),
    sender_address_zip_code: text({
      required: 'El código postal es obligatorio',
      ...zipRules,
      check: (value) => (/^-\d/.test(value) ? 'No puede ser un número negativo' : zipRules.check(value)),
    }),
    sender_address_state: text({ required: 'La provincia es obligatoria', max: [60] }),
    sender_address_city: text({ required: 'La Localidad es obligatoria', max: [40] }),
    sender_address_neighborhood_name: text({ required: 'El barrio es obligatorio', max: [40] }),
    sender_address_floor: text({ max: [10] }),
    sender_address_apartment: text({ max: [10] }),
    sender_address_other_info: text({ max: [250], lines: true }),
  }),
  user: z.object({
    username: text({
      exact: true,
      required: 'El nombre de usuario es obligatoria',
      min: [4, 'El usuario es muy corto'],
      max: [60],
      check: (value) => {
        if (isReservedName(value)) return RESERVED_NAME;
        return isUnambiguousUsername(value)
          ? null
          : 'Usá letras de la A a la Z (con o sin acento), números, puntos o guiones, sin espacios';
      },
    }),
    password: secret({
      required: 'Debés escribir una contraseña.',
      min: [PASSWORD_MIN, 'La contraseña es muy corta, mínimo 6 caracteres'],
    }),
  }),
} as const;

/** D1 §3 Registration payload, plus `nombre_empresa` (readings C5). `cuit_cliente` repeats `cuit` and is ignored. */
export const registration = z.object({
  ...registrationSteps.contact.shape,
  ...registrationSteps.company.shape,
  ...registrationSteps.address.shape,
  ...registrationSteps.user.shape,
  cuit_cliente: text({}),
  nombre_empresa: text({ max: [60] }),
});

export const register = endpoint('POST /v2/client/register', {
  access: 'public',
  audit: 'account.register',
  summary: 'Registers a client and mails the activation link. A registered e-mail gets the same response.',
  body: registration,
  reply: z.object({ message: z.string() }),
  idempotent: true,
  errorStatuses: [403],
});
