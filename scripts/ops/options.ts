/** The word that names a client. */
export const CLIENT = { to: 'params.clientId', value: 'CLIENTE', help: 'Su número' };

/** The option of lists of all clients that leaves one. */
export const OF_CLIENT = { to: 'query.filter.client', value: 'CLIENTE', help: 'Sólo los suyos' };

/** Options of lists that come in pages. */
export const PAGED = {
  pagina: { to: 'query.page', value: 'N', help: 'Página, desde 1' },
  limite: { to: 'query.limit', value: 'N', help: 'Filas por página' },
};
