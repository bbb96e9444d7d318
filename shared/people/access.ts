import * as z from 'zod/mini';
import { email, flag, integer, secret, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';

const message = z.object({ message: z.string() });

/** Minimum length of a password (D1 §9). The maximum is 1,024 characters, to bound the cost of hashing. */
export const PASSWORD_MIN = 6;

/** Refusal of a very common password (readings C58). */
export const COMMON_PASSWORD = 'Esa contraseña está entre las más usadas. Probá con tres palabras que sólo vos juntes.';

/** Refusal of a password that contains the user's name (readings C58). */
export const PASSWORD_WITH_USERNAME =
  'Esa contraseña contiene tu nombre de usuario. Probá con tres palabras que sólo vos juntes.';

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
    'Activates an account by the token of its mail, which is valid for 48 hours: opened again, it answers the same and changes nothing. If the address was registered several times, the response contains a `reset_token` to choose the password.',
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
