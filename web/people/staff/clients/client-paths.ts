import { backTo } from '#web/console/kit/back-to.ts';

export const CLIENTS_PATH = '/consola/clientes';

/** Returns the link from the page of one client back to all of them. */
export const backToClients = () => ({ to: backTo(CLIENTS_PATH), label: 'Clientes' });

/** What the page of a client shows that doesn't exist. */
export const UNKNOWN_CLIENT = { title: 'El cliente no existe', text: 'Elegí uno en Clientes.' };

/** Returns the address of a client's page. */
export const clientPath = (clientId: number | string): string => `${CLIENTS_PATH}/${clientId}`;
