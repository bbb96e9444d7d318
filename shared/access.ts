import * as z from 'zod/mini';
import { streetNumberError } from './address.ts';
import { email, flag, integer, secret, text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { messages } from './messages.ts';
import { isReservedName, RESERVED_NAME } from './rules/actor-name.ts';
import { cuitDigits } from './rules/cuit.ts';
import { isClientPhone } from './rules/phone.ts';
import { isUnambiguousUsername } from './rules/username.ts';
import { parseZip } from './rules/zip.ts';

const message = z.object({ message: z.string() });

/** Minimum length of a password (D1 §9). The maximum is 1,024 characters, to bound the cost of hashing. */
export const PASSWORD_MIN = 6;

/** D1 §5 Login. */
export const loginForm = z.object({
  _username: text({ exact: true, required: 'Usuario Requerido', min: [4, 'El usuario es muy corto'], max: [100] }),
  _password: secret({ required: 'Contraseña Requerida', min: [PASSWORD_MIN, 'La contraseña es muy corta'] }),
});

export const login = endpoint('POST /login', {
  access: 'public',
  audit: 'session.begin',
  summary:
    'Logs in with JSON or a form. A rejected login is 400 with success false. With `second_factor` the token only permits the second step, `POST /login/code`.',
  body: loginForm,
  reply: z.object({
    success: z.boolean(),
    token: z.string(),
    message: z.string(),
    /** True if the user has a second factor. */
    second_factor: z.optional(z.boolean()),
    /** Whether a passkey may be the second step, `POST /login/passkey`. */
    passkey: z.optional(z.boolean()),
  }),
  additions: ['second_factor', 'passkey'],
});

export const logout = endpoint('POST /v2/client/logout', {
  access: 'public',
  audit: 'session.end',
  summary: 'Revokes the session of the bearer token, if it is valid. Always 200.',
  reply: message,
  addition: true,
});

const NUMBER_REQUIRED = 'El número es obligatorio';

/** The four steps of registration (D1 §5; readings C1 to C5), one form each. */
export const registrationSteps = {
  contact: z.object({
    nombre: text({ required: 'El nombre es obligatorio', max: [60] }),
    apellido: text({ required: 'El apellido es obligatorio', max: [60] }),
    telefono: text({
      required: 'El telefono es obligatorio',
      max: [60],
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
      max: [8, messages.zip],
      check: (value) => {
        if (/^-\d/.test(value)) return 'No puede ser un número negativo';
        return parseZip(value) ? null : messages.zip;
      },
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
  reply: message,
  idempotent: true,
  errorStatuses: [403],
});

export const sendActivationMail = endpoint('POST /v2/client/send_activation_mail', {
  access: 'public',
  audit: 'account.activation_mail',
  summary: 'Sends the activation mail again, at most once in 20 seconds.',
  body: z.object({ email: email({ required: 'El email es obligatorio' }) }),
  reply: message,
});

export const activate = endpoint('POST /v2/client/activate', {
  access: 'public',
  audit: 'account.activate',
  summary:
    'Activates an account by the token of its mail, which is valid once, for 48 hours. If the address was registered several times, the response contains a `reset_token` to choose the password.',
  body: z.object({ token: secret({ required: 'Falta el código de activación', max: [200] }) }),
  reply: z.object({
    code: z.number(),
    message: z.string(),
    reset_token: z.optional(z.string()),
    /** For the login that follows. */
    username: z.optional(z.string()),
  }),
  additions: ['reset_token', 'username'],
});

export const recoverForm = z.object({ email: email({ required: 'El email es obligatorio' }) });

export const recover = endpoint('POST /v2/client/recover/', {
  access: 'public',
  audit: 'password.recover',
  summary: 'Mails a link to reset the password. The response is the same whether or not the account exists.',
  body: recoverForm,
  reply: message,
});

const newPassword = secret({
  required: 'Debés escribir una contraseña.',
  min: [PASSWORD_MIN, 'La contraseña es muy corta, mínimo 6 caracteres'],
});

export const resetPassword = endpoint('POST /v2/client/reset_password/', {
  access: 'public',
  audit: 'password.reset',
  summary: 'Sets a new password by the token of the mail, which is valid once, for one hour. Ends every session.',
  body: z.object({ token: secret({ required: 'Falta el código', max: [200] }), password: newPassword }),
  reply: message,
});

/** D2 §5 Change password. */
export const passwordChange = z.object({
  currentPassword: secret({
    required: 'Debés escribir tu contraseña actual',
    min: [PASSWORD_MIN, 'La contraseña es muy corta, mínimo 6 caracteres'],
  }),
  newPassword,
});

export const modifyPassword = endpoint('POST /v2/client/modify_password/', {
  access: 'client',
  needs: 'own',
  audit: 'password.change',
  summary: 'Changes the password and ends every other session.',
  body: passwordChange,
  reply: message,
});

/** Claims of the token that the portal reads (D1 §3). The server trusts only the session id. */
export const tokenClaims = z.object({
  username: z.optional(z.string()),
  terms_accepted: z.optional(flag(false)),
  prepago: z.optional(flag(false)),
  logistica_inversa: z.optional(flag(false)),
  default_format: z.optional(z.string()),
  exp: z.optional(z.number()),
});

export type TokenClaims = z.output<typeof tokenClaims>;

export const newestTerms = endpoint('GET /v1/client/terms/', {
  access: 'client',
  needs: 'own',
  allowedBeforeTerms: true,
  summary: 'Returns the newest transport terms as sanitised HTML.',
  additions: ['results[].accepted'],
  reply: z.object({
    code: z.number(),
    results: z.array(z.object({ id: z.number(), text: z.string(), accepted: z.optional(z.boolean()) })),
  }),
});

export const acceptTerms = endpoint('POST /v1/client/terms/:id/accept', {
  access: 'client',
  needs: 'own',
  audit: 'terms.accept',
  allowedBeforeTerms: true,
  summary: 'Accepts the newest terms; 404 for any other id.',
  params: z.object({ id: integer({ required: 'Falta el id', min: [1] }) }),
  reply: message,
});
