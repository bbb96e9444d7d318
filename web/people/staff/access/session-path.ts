/** Path of the person's own login: password, second factor, devices. */
export const SESSION_PATH = '/consola/sesion';

/** Path of somebody who forgot the password. Followed by the token of a mail, it is that of the new password. */
export const PASSWORD_PATH = '/contrasena';
