/** Argument of the client. */
export const CLIENT = {
  to: 'params.clientId',
  value: 'CLIENTE',
  help: 'Número del cliente, o el nombre de un usuario suyo',
};

/** Option that filters a list by client. */
export const OF_CLIENT = { to: 'query.filter.client', value: 'CLIENTE', help: 'Sólo los de este cliente' };

/** Option that confirms a change of prices which a refusal named. */
export const CONFIRM_PRICES = {
  to: 'body.confirm_prices',
  on: 'true',
  help: 'Confirma que cambian los precios que menciona el rechazo; sólo con permiso para publicar tarifas',
};

/** Options of paged lists. */
export const PAGED = {
  pagina: { to: 'query.page', value: 'N', help: 'Número de página; por defecto 1' },
  limite: { to: 'query.limit', value: 'N', help: 'Filas por página, hasta 10.000; por defecto 10' },
};
