export const ACTIVITY_PATH = '/consola/actividad';
