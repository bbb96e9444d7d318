/** Path of the person's own login: password, second factor, devices. */
export const SESSION_PATH = '/consola/sesion';
