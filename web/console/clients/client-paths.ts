export const CLIENTS_PATH = '/consola/clientes';

/** Returns the address of a client's page. */
export const clientPath = (clientId: number | string): string => `${CLIENTS_PATH}/${clientId}`;
